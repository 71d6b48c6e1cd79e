//! `team-policy`: the rules of the repository's file hold on every host, and a broken file stops everything.

use hookwright_tests::live::{Skip, example::Stage};

const POLICY: &str = r#"
[[rule]]
verdict = "deny"
prefix = ["git push --force"]
reason = "Push a new commit."

[[rule]]
verdict = "deny"
paths = ["secrets/"]
reason = "Secrets stay where they are."

[[rule]]
verdict = "deny"
tools = ["Edit"]
paths = ["migrations/"]
reason = "Migrations are made by hand."
"#;

fn run(stage: &mut Stage) -> Result<(), Skip> {
    stage.put(".agent-policy.toml", POLICY);
    stage.put("secrets/key", "very-secret");
    stage.may_write();
    let turn = stage.turn([
        stage.shell("cd . && git push --force"),
        stage.shell("cat secrets/key"),
        stage.write("migrations/1.sql", "drop table users"),
        stage.shell("echo 'verdict = 1' >> .agent-policy.toml"),
        stage.shell("echo harmless-4''2"),
    ])?;
    for reason in
        ["Push a new commit.", "Secrets stay where they are.", "Migrations are made by hand.", "no agent changes it"]
    {
        stage.saw(&turn, reason);
    }
    stage.saw(&turn, "harmless-42");
    stage.never_saw(&turn, "very-secret");
    assert!(!stage.project().join("migrations").exists(), "{}", stage.id());
    assert_eq!(stage.text(".agent-policy.toml"), POLICY, "{}", stage.id());

    stage.put(".agent-policy.toml", "[[rule]]\nverdict = \"forbid\"\n");
    let turn = stage.turn([stage.shell("echo harmless-4''2")])?;
    stage.saw(&turn, ".agent-policy.toml:2: `verdict`: unknown variant `forbid`");
    stage.never_saw(&turn, "harmless-42");
    Ok(())
}

crate::cases! { "team-policy": run => claude_code, codex, gemini_cli, opencode }
