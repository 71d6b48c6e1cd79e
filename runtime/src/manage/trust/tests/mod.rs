mod machine;

use std::fs;

use machine::Machine;

use crate::table::State::{self, Modified, Off, Trusted, Unknown, Untrusted};

/// The gate of a host, with one file as it is written, and nothing else.
fn with(id: &str, gate: &str, file: &str, text: &str) -> State {
    let machine = Machine::of(id);
    machine.write(file, text);
    machine.one(gate)
}

#[test]
fn folders_are_trusted_as_each_host_keeps_it() {
    for (id, gate, file, text, wanted) in [
        // The root of the repository counts, and nothing above or below it.
        (
            "codex",
            "project trust",
            "home/.codex/config.toml",
            "[projects.\"@repo@\"]\ntrust_level = \"trusted\"\n",
            Trusted,
        ),
        (
            "codex",
            "project trust",
            "home/.codex/config.toml",
            "[projects.\"@repo@\"]\ntrust_level = \"untrusted\"\n",
            Untrusted,
        ),
        (
            "codex",
            "project trust",
            "home/.codex/config.toml",
            "[projects.\"@repo/sub@\"]\ntrust_level = \"trusted\"\n",
            Untrusted,
        ),
        ("codex", "project trust", "home/.codex/config.toml", "model = \"x\"\n", Untrusted),
        (
            "copilot-cli",
            "folder trust",
            "home/.copilot/config.json",
            "// kept\n{\"trustedFolders\": [\"/x\", \"@repo@\"]}",
            Trusted,
        ),
        ("copilot-cli", "folder trust", "home/.copilot/config.json", "{\"trustedFolders\": []}", Untrusted),
        ("copilot-cli", "folder trust", "home/.copilot/settings.json", "{\"trustedFolders\": [\"@repo@\"]}", Untrusted),
        (
            "grok-build",
            "folder trust",
            "home/.grok/trusted_folders.toml",
            "[folders.\"@repo@\"]\ntrusted = true\ndecided_at = 2026-11-30T10:17:41Z\n",
            Trusted,
        ),
        (
            "grok-build",
            "folder trust",
            "home/.grok/trusted_folders.toml",
            "[folders.\"@repo@\"]\ntrusted = false\n",
            Untrusted,
        ),
        // Up to the root of the repository.
        (
            "claude-code",
            "folder trust",
            "home/.claude.json",
            "{\"projects\":{\"@repo@\":{\"hasTrustDialogAccepted\":true}}}",
            Trusted,
        ),
        (
            "claude-code",
            "folder trust",
            "home/.claude.json",
            "{\"projects\":{\"@@\":{\"hasTrustDialogAccepted\":true}}}",
            Untrusted,
        ),
        (
            "claude-code",
            "folder trust",
            "home/.claude.json",
            "{\"projects\":{\"@repo@\":{\"hasTrustDialogAccepted\":false}}}",
            Untrusted,
        ),
        // All above; the nearest counts.
        (
            "gemini-cli",
            "folder trust",
            "home/.gemini/trustedFolders.json",
            "{\"@repo@\": \"TRUST_FOLDER\" /* mine */}",
            Trusted,
        ),
        (
            "gemini-cli",
            "folder trust",
            "home/.gemini/trustedFolders.json",
            "{\"@repo/other@\": \"TRUST_PARENT\"}",
            Trusted,
        ),
        (
            "gemini-cli",
            "folder trust",
            "home/.gemini/trustedFolders.json",
            "{\"@repo/other@\": \"TRUST_FOLDER\"}",
            Untrusted,
        ),
        (
            "gemini-cli",
            "folder trust",
            "home/.gemini/trustedFolders.json",
            "{\"@repo@\": \"TRUST_FOLDER\", \"@repo/sub@\": \"DO_NOT_TRUST\"}",
            Untrusted,
        ),
        ("gemini-cli", "folder trust", "home/.gemini/trustedFolders.json", "{\"@repo@\": \"TRUST_LATER\"}", Unknown),
        ("gemini-cli", "folder trust", "home/.gemini/trustedFolders.json", "{\"@repo@\"", Unknown),
        ("gemini-cli", "folder trust", "home/.gemini/trustedFolders.json", "", Untrusted),
        ("pi", "project trust", "home/.pi/agent/trust.json", "{\"@repo@\": true}", Trusted),
        ("pi", "project trust", "home/.pi/agent/trust.json", "{\"@repo@\": true, \"@repo/sub@\": false}", Untrusted),
        (
            "mistral-vibe",
            "folder trust",
            "home/.vibe/trusted_folders.toml",
            "trusted = [\"@repo@\"]\nuntrusted = []\n",
            Trusted,
        ),
        (
            "mistral-vibe",
            "folder trust",
            "home/.vibe/trusted_folders.toml",
            "trusted = [\"@repo@\"]\nuntrusted = [\"@repo/sub@\"]\n",
            Untrusted,
        ),
        ("mistral-vibe", "folder trust", "home/.vibe/trusted_folders.toml", "trusted = 1\n", Unknown),
        ("droid", "folder trust", "home/.factory/settings.json", "{\"trustedFolders\": [\"@repo/sub@\"]}", Trusted),
        ("droid", "folder trust", "home/.factory/settings.json", "{}", Unknown),
    ] {
        assert_eq!(with(id, gate, file, text), wanted, "{id}: {text}");
    }
}

#[test]
fn a_linked_worktree_is_trusted_with_the_main_one() {
    for (link, trusted, wanted) in [
        ("gitdir: @main/.git/worktrees/repo@\n", "main", Trusted),
        ("gitdir: ../main/.git/worktrees/repo\n", "main", Trusted),
        ("gitdir: @main/.git/worktrees/repo@\n", "repo", Trusted),
        ("gitdir: @main/.git/worktrees/repo@\n", "other", Untrusted),
        // A submodule has a repository of its own.
        ("gitdir: @main/.git/modules/repo@\n", "main", Untrusted),
    ] {
        let machine = Machine::of("codex");
        fs::create_dir_all(machine.path("main/.git")).unwrap();
        fs::remove_dir(machine.path("repo/.git")).unwrap();
        machine.write("repo/.git", link);
        machine.write("home/.codex/config.toml", &format!("[projects.\"@{trusted}@\"]\ntrust_level = \"trusted\"\n"));
        assert_eq!(machine.one("project trust"), wanted, "{link} {trusted}");
    }
}

#[test]
fn a_gate_can_be_taken_away_for_all() {
    for (id, gate, name, value, wanted) in [
        ("gemini-cli", "folder trust", "GEMINI_CLI_TRUST_WORKSPACE", "true", Trusted),
        ("gemini-cli", "folder trust", "GEMINI_CLI_TRUST_WORKSPACE", "1", Untrusted),
        ("copilot-cli", "folder trust", "COPILOT_ALLOW_ALL", "true", Trusted),
        ("grok-build", "folder trust", "GROK_FOLDER_TRUST", "0", Trusted),
    ] {
        let mut machine = Machine::of(id);
        machine.set(name, value);
        assert_eq!(machine.one(gate), wanted, "{name}={value}");
    }
    let on = "{\"security\":{\"folderTrust\":{\"enabled\":true}}}";
    let off = "{\"security\":{\"folderTrust\":{\"enabled\":false}}}";
    assert_eq!(with("gemini-cli", "folder trust", "home/.gemini/settings.json", off), Trusted);
    assert_eq!(with("gemini-cli", "folder trust", "home/.gemini/settings.json", on), Untrusted);
    assert_eq!(with("qwen-code", "folder trust", "home/.qwen/settings.json", off), Trusted);
    assert_eq!(with("qwen-code", "folder trust", "home/.qwen/settings.json", on), Untrusted);
    assert_eq!(with("qwen-code", "folder trust", "home/.qwen/settings.json", "{}"), Trusted);
    let always = Machine::of("pi");
    always.write("home/.pi/agent/settings.json", "{\"defaultProjectTrust\":\"always\"}");
    assert_eq!(always.one("project trust"), Trusted);
    always.write("home/.pi/agent/trust.json", "{\"@repo@\": false}");
    assert_eq!(always.one("project trust"), Untrusted, "what was said of the folder comes first");
}

#[test]
fn switches_turn_hooks_off() {
    for (id, gate, file, text, wanted) in [
        ("codex", "the feature `hooks`", "home/.codex/config.toml", "[features]\nhooks = false\n", Off),
        ("codex", "the feature `hooks`", "home/.codex/config.toml", "[features]\nhooks = true\n", Trusted),
        ("codex", "the feature `hooks`", "home/.codex/config.toml", "", Trusted),
        ("claude-code", "`disableAllHooks`", "home/.claude/settings.json", "{\"disableAllHooks\":true}", Off),
        ("claude-code", "`disableAllHooks`", "repo/sub/.claude/settings.json", "{\"disableAllHooks\":true}", Off),
        ("qwen-code", "`disableAllHooks`", "repo/sub/.qwen/settings.json", "{\"disableAllHooks\":false}", Trusted),
        ("droid", "`hooks.hooksDisabled`", "home/.factory/settings.json", "{\"hooks\":{\"hooksDisabled\":true}}", Off),
        (
            "gemini-cli",
            "`hooksConfig.enabled`",
            "home/.gemini/settings.json",
            "{\"hooksConfig\":{\"enabled\":false}}",
            Off,
        ),
        (
            "gemini-cli",
            "`hooksConfig.disabled`",
            "home/.gemini/settings.json",
            "{\"hooksConfig\":{\"disabled\":[\"acme\"]}}",
            Off,
        ),
        (
            "gemini-cli",
            "`hooksConfig.disabled`",
            "home/.gemini/settings.json",
            "{\"hooksConfig\":{\"disabled\":[\"/opt/acme hook\"]}}",
            Off,
        ),
        (
            "gemini-cli",
            "`hooksConfig.disabled`",
            "home/.gemini/settings.json",
            "{\"hooksConfig\":{\"disabled\":[\"b\"]}}",
            Trusted,
        ),
        (
            "gemini-cli",
            "`hooksConfig.disabled`",
            "home/.gemini/settings.json",
            "{\"hooksConfig\":{\"disabled\":1}}",
            Unknown,
        ),
        (
            "grok-build",
            "hooks of the organisation alone",
            "home/.grok/requirements.toml",
            "allow_managed_hooks_only = true",
            Off,
        ),
    ] {
        assert_eq!(with(id, gate, file, text), wanted, "{id}: {text}");
    }
    let mut plugin = Machine::of("goose");
    plugin.hooks().truncate(1);
    plugin.hooks()[0].file = plugin.path("home/.agents/plugins/acme/hooks/hooks.json");
    for (folder, enabled, wanted) in
        [("acme", "false", Off), ("acme", "true", Trusted), ("acme/hooks", "false", Trusted), ("b", "false", Trusted)]
    {
        let text = format!("plugins:\n  \"@home/.agents/plugins/{folder}@\":\n    enabled: {enabled}\n");
        plugin.write("home/.config/goose/config.yaml", &text);
        assert_eq!(plugin.one("plugins that are switched off"), wanted, "{text}");
    }
    let beside = Machine::of("copilot-cli");
    beside.write("repo/sub/hooks.json", "{\"version\":1,\"disableAllHooks\":true}");
    let states: Vec<State> = beside.all("`disableAllHooks` beside the hooks", None).iter().map(|(s, ..)| *s).collect();
    assert_eq!(states, [Trusted, Off]);
    let nearer = Machine::of("claude-code");
    nearer.write("home/.claude/settings.json", "{\"disableAllHooks\":true}");
    nearer.write("repo/sub/.claude/settings.local.json", "{\"disableAllHooks\":false}");
    assert_eq!(nearer.one("`disableAllHooks`"), Trusted);
}

#[test]
fn a_hook_is_trusted_by_its_hash() {
    let mut machine = Machine::of("codex");
    assert_eq!(machine.one("hook trust"), Untrusted);
    let hash = |machine: &mut Machine| crate::table::Recipe::Sha256OfHandler.hashes(&machine.hooks()[0])[0].clone();
    let hash = hash(&mut machine);
    let record = |file: &str| format!("[hooks.state.\"@{file}@:pre_tool_use:1:0\"]\ntrusted_hash = \"{hash}\"\n");
    machine.write("home/.codex/config.toml", &(record("home/hooks.json") + &record("repo/sub/hooks.json")));
    assert_eq!(machine.one("hook trust"), Trusted);
    assert_eq!(machine.one("the hook's own switch"), Trusted);

    machine.hooks()[0].command.push_str(" --new");
    let states: Vec<State> = machine.all("hook trust", None).iter().map(|(state, ..)| *state).collect();
    assert_eq!(states, [Modified, Trusted]);
    machine.hooks()[0].group = 0;
    let states: Vec<State> = machine.all("hook trust", None).iter().map(|(state, ..)| *state).collect();
    assert_eq!(states, [Untrusted, Trusted], "another position is another hook");

    machine.write("home/.codex/config.toml", &(record("repo/sub/hooks.json") + "enabled = false\n"));
    let states: Vec<State> = machine.all("the hook's own switch", None).iter().map(|(state, ..)| *state).collect();
    assert_eq!(states, [Trusted, Off]);
}

#[test]
fn a_hook_is_trusted_by_its_event_and_command() {
    let mut machine = Machine::of("hermes");
    let gate = "list of allowed hooks";
    assert_eq!(machine.one(gate), Untrusted);
    let list = "home/.hermes/shell-hooks-allowlist.json";
    let other = "{\"event\":\"post_tool_call\",\"command\":\"/opt/acme hook\"}";
    machine.write(list, &format!("{{\"approvals\":[{other}]}}"));
    assert_eq!(machine.one(gate), Untrusted);
    let ours =
        "{\"event\":\"PreToolUse\",\"command\":\"/opt/acme hook\",\"approved_at\":\"2026-11-30T10:17:41.184258Z\"}";
    machine.write(list, &format!("{{\"approvals\":[{other},{ours}]}}"));
    assert_eq!(machine.one(gate), Trusted);
    machine.hooks()[0].command.push('2');
    assert_eq!(machine.one(gate), Untrusted);
    machine.write("home/.hermes/config.yaml", "# mine\nhooks_auto_accept: true\n");
    assert_eq!(machine.one(gate), Trusted);
}

#[test]
fn the_files_are_where_the_hosts_folders_are() {
    let mut machine = Machine::of("codex");
    machine.write("elsewhere/config.toml", "[projects.\"@repo@\"]\ntrust_level = \"trusted\"\n");
    assert_eq!(machine.one("project trust"), Untrusted);
    machine.set("CODEX_HOME", "@elsewhere@");
    assert_eq!(machine.one("project trust"), Trusted);
    let mut machine = Machine::of("codex");
    machine.set("CODEX_HOME", "sub");
    assert_eq!(machine.one("project trust"), Unknown);
}

#[test]
fn what_is_not_known_is_said_to_be_so() {
    let machine = Machine::of("cursor");
    assert_eq!(machine.one("workspace trust"), Unknown);
    let machine = Machine::of("gemini-cli");
    let (state, why, fix) = machine.all("folder trust", None).remove(0);
    assert!(state == Unknown && why.contains("folder") && fix.contains("gemini"), "{why} {fix}");
    // A folder where a file should be.
    fs::create_dir_all(machine.path("home/.gemini/trustedFolders.json")).unwrap();
    let (state, why, _) = machine.all("folder trust", Some(&machine.path("repo"))).remove(0);
    assert!(state == Unknown && why.contains("trustedFolders.json cannot be read"), "{why}");
}

#[test]
fn gates_of_hooks_that_are_not_there_are_left_out() {
    let mut machine = Machine::of("copilot-cli");
    machine.hooks().retain(|hook| !hook.in_project);
    assert!(machine.all("folder trust", None).is_empty());
    assert_eq!(machine.all("`disableAllHooks`", None).len(), 1);
    machine.hooks().clear();
    assert!(machine.all("`disableAllHooks`", None).is_empty());
}
