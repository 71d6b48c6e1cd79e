//! In, and out again without a trace.

use std::collections::BTreeSet;

use hookwright_codegen::host::{Format, Host, Library};
use hookwright_tests::home::{Home, same};
use serde_json::Value;

use crate::files::{Saved, fill};
use crate::home;

/// Every host of the library with something to install.
pub fn hosts() -> Vec<Host> {
    let library = Library::builtin();
    let ids = library.with_hooks().expect("they load");
    ids.iter()
        .map(|id| library.get(id).expect("it loads").expect("it is there"))
        .filter(|h| h.config.is_some())
        .collect()
}

/// Ids of hosts that have a scope.
pub fn with_scope(scope: &str) -> Vec<String> {
    let has = |host: &Host| {
        let config = host.config.as_ref().expect("only those that have one");
        match scope {
            "user" => config.user.is_some(),
            "project" => config.project.is_some(),
            _ => config.local.is_some(),
        }
    };
    hosts().into_iter().filter(has).map(|host| host.id).collect()
}

/// Of these, those that share their file with others.
pub fn with_shared_file(scope: &str) -> Vec<String> {
    let format = |host: &Host| host.config.as_ref().map(|config| config.format);
    let own = |host: &Host| matches!(format(host), Some(Format::Module | Format::Executable));
    let own: Vec<String> = hosts().into_iter().filter(own).map(|host| host.id).collect();
    with_scope(scope).into_iter().filter(|host| !own.contains(host)).collect()
}

/// Each host's state by what a command printed.
pub fn states<'a>(value: &'a Value, list: &str) -> Vec<(&'a str, &'a str)> {
    let one = |v: &'a Value| (v["host"].as_str().expect("a host"), v["state"].as_str().expect("a state"));
    value[list].as_array().expect("a list").iter().map(one).collect()
}

/// What the doctor complains of.
pub fn problems(found: &Value) -> Vec<&Value> {
    found["findings"].as_array().expect("a list").iter().filter(|f| f["severity"] == "problem").collect()
}

/// Install, status, doctor, uninstall of hosts in one scope.
fn round(home: &Home, what: &str, scope: &str, hosts: &[String]) {
    let before = home.tree();
    let list = hosts.join(",");
    let (installed, code) = home.json("witness", &["install", "--scope", scope, "--host", &list]);
    assert_eq!(code, 0, "{what}: {installed:#}");
    let states_of = states(&installed, "outcomes");
    assert!(states_of.iter().all(|(_, state)| matches!(*state, "installed" | "covered")), "{what}: {installed:#}");
    let there: BTreeSet<&str> = states_of.iter().filter(|(_, s)| *s == "installed").map(|(host, _)| *host).collect();
    let (status, code) = home.json("witness", &["status"]);
    assert_eq!(code, 0, "{what}: {status:#}");
    let wrong: Vec<_> = states(&status, "hosts").into_iter().filter(|(_, state)| *state != "installed").collect();
    assert!(wrong.is_empty(), "{what}: {wrong:?}");
    assert_eq!(states(&status, "hosts").into_iter().map(|(h, _)| h).collect::<BTreeSet<_>>(), there, "{what}");
    let (proved, code) = home.json("witness", &["doctor"]);
    assert_eq!(code, 0, "{what}: {:#?}", problems(&proved));
    let (removed, code) = home.json("witness", &["uninstall", "--scope", scope]);
    assert_eq!(code, 0, "{what}: {removed:#}");
    same(what, &before, &home.tree());
}

#[test]
fn every_host_in_every_scope_leaves_no_trace() {
    for scope in ["user", "project", "local"] {
        let (home, hosts) = (home(), with_scope(scope));
        fill(&home, Saved::AsTheyAre);
        round(&home, scope, scope, &hosts);
        assert_eq!(home.state(), [] as [std::path::PathBuf; 0], "{scope}: nothing need be remembered");
    }
}

/// All folders that were made for the files go with them; of the state folder itself stays nothing that says anything.
#[test]
fn an_empty_home_is_empty_again() {
    for scope in ["user", "project", "local"] {
        let (home, hosts) = (home(), with_scope(scope));
        round(&home, scope, scope, &hosts);
        assert_eq!(home.state(), [] as [std::path::PathBuf; 0], "{scope}: nothing need be remembered");
    }
}

/// The same files with tabs, CRLF, a byte order mark, and without a final line break.
#[test]
fn files_of_any_editor_leave_no_trace() {
    for saved in Saved::ALL {
        let scopes: &[&str] = if matches!(saved, Saved::Crlf) { &["user", "project"] } else { &["user"] };
        for scope in scopes {
            let (home, hosts) = (home(), with_shared_file(scope));
            fill(&home, saved);
            let before = home.tree();
            home.done("chorus", &["install", "--scope", scope, "--host", &hosts.join(",")]);
            assert_ne!(before, home.tree(), "{saved:?} {scope}");
            home.done("chorus", &["uninstall", "--scope", scope]);
            same(&format!("{saved:?} {scope}"), &before, &home.tree());
        }
    }
}

/// One host after the other, and out again in another order: what one made and others use stays for the last.
#[test]
fn the_last_host_takes_the_folders_along() {
    let home = home();
    let before = home.tree();
    for host in ["copilot-cli", "vscode-copilot", "antigravity-cli", "gemini-cli"] {
        home.done("chorus", &["install", "--host", host]);
    }
    for host in ["copilot-cli", "gemini-cli", "vscode-copilot", "antigravity-cli"] {
        home.done("chorus", &["uninstall", "--host", host]);
    }
    same("in any order", &before, &home.tree());
}
