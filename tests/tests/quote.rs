//! The program quotes its path as the build does: what is installed is what is emitted.

use hookwright::manage::quote::fill;
use hookwright_codegen::emit::command::{PLACEHOLDER, Program, hook};
use hookwright_codegen::host::{CommandRule, Shell};

const PATHS: [&str; 14] = [
    "/opt/acme",
    "acme",
    "/opt/my tools/acme",
    "/it's/acme",
    "/d$HOME/acme",
    "/a&b/acme",
    "/p(1)/acme",
    "/é/acme",
    "/\"q\"/acme",
    "/b`x`/acme",
    "/100%/acme",
    "/a,b=c+d@e/acme",
    r"C:\Program Files\acme.exe",
    r"C:\acme.exe",
];

#[test]
fn the_program_quotes_its_path_as_the_build_does() {
    let mut compared = 0;
    for shell in [Shell::Sh, Shell::Bash, Shell::Split, Shell::Cmd, Shell::Powershell] {
        for missing_blocks in [false, true] {
            for path in PATHS {
                let program = |path: &str| Program {
                    name: "acme".into(),
                    path: path.into(),
                    version: "1".into(),
                    windows: false,
                };
                let rule = CommandRule { shell, missing_blocks, ..CommandRule::default() };
                let template =
                    hook(&rule, &program(PLACEHOLDER), "codex", "Stop").expect("a placeholder can be written");
                match (fill(&template, path), hook(&rule, &program(path), "codex", "Stop")) {
                    (Ok(installed), Ok(emitted)) => {
                        // PowerShell needs the `&` before a quoted path alone; before a bare one it does no harm.
                        let bare = installed.replace("& ", "");
                        assert_eq!(bare, emitted.replace("& ", ""), "{shell:?}");
                        let starts =
                            shell != Shell::Powershell || installed.starts_with('&') || !installed.starts_with('\'');
                        assert!(starts, "{shell:?}: {installed}");
                        compared += 1;
                    }
                    (Err(_), Err(_)) => {}
                    (installed, emitted) => panic!("{shell:?} {path}: {installed:?} and {emitted:?}"),
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
