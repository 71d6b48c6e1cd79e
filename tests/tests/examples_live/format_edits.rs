//! `format-edits`: the file is formatted on the disk, and the model is told.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use hookwright_tests::live::{Skip, example::Stage};

/// A prettier of the project's own: it writes capitals and complains of `oops`.
const PRETTIER: &str = "#!/bin/sh\necho noise-42 >&2\ntext=$(cat)\ncase \"$text\" in *oops*) echo 'SyntaxError: 1:1' >&2; exit 2;; \
                        esac\nprintf '%s\\n' \"$text\" | tr a-z A-Z\n";

fn run(stage: &mut Stage) -> Result<(), Skip> {
    stage.may_write();
    stage.put("node_modules/.bin/prettier", PRETTIER);
    let program = stage.project().join("node_modules/.bin/prettier");
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).expect("it can be made a program");
    let turn = stage.turn([
        stage.write("a.ts", "let a = 1\n"),
        stage.write("oops.ts", "oops {\n"),
        stage.write("plain.txt", "stays\n"),
    ])?;
    stage.saw(&turn, "Formatted after your edit: ");
    stage.saw(&turn, "a.ts` (prettier). Read it again");
    stage.saw(&turn, "prettier cannot format `");
    stage.saw(&turn, "SyntaxError: 1:1");
    assert_eq!(stage.text("a.ts"), "LET A = 1\n");
    assert_eq!(stage.text("oops.ts"), "oops {\n");
    assert_eq!(stage.text("plain.txt"), "stays\n");
    Ok(())
}

crate::cases! { "format-edits": run => claude_code, codex, opencode; gemini_cli }
