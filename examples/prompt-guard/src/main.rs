//! `prompt-guard`: keeps secrets that somebody pasted into a prompt from leaving the machine.
//!
//! A prompt with a key, a token, a password or a private key in it is blocked before the model gets it. The user reads
//! in which line it stands and of what kind it is; the secret is not repeated. What is meant is what Hookwright masks in
//! its logs, less what is a name in code or a placeholder: `password: string` and `token=<your token>` are let through.
//!
//! There is nothing to configure. A prompt with `not-a-secret` in it is let through as it is: for a key of a test. A guard
//! that fails blocks. It knows kinds, not secrets, so it can miss one; it looks at no files and no images.

mod found;

use hookwright::prelude::*;

use found::{Found, secrets};

/// What the user writes to be let through.
const CONSENT: &str = "not-a-secret";

/// How many places are named.
const NAMED: usize = 5;

/// Blocks the prompt. A host that cannot do that is none to install this on, so the build would fail.
#[hook(UserPromptSubmit, timeout = "5s", on_error = "deny", can = "deny", require = "deny")]
fn guard(event: &UserPromptSubmit) -> Option<Response<UserPromptSubmit>> {
    let prompt = event.prompt();
    if prompt.contains(CONSENT) {
        return None;
    }
    let found = secrets(prompt);
    (!found.is_empty()).then(|| Response::deny(reason(&found)))
}

/// Where the secrets stand, and what to do.
fn reason(found: &[Found]) -> String {
    let mut places: Vec<String> = found.iter().take(NAMED).map(Found::to_string).collect();
    if found.len() > NAMED {
        places.push(format!("{} more", found.len() - NAMED));
    }
    format!(
        "This prompt was not sent: it seems to hold a secret ({}). Send it again without, and name the place where the \
         agent finds it instead, such as an environment variable. If it is none, add `{CONSENT}` to the prompt.",
        places.join("; ")
    )
}

hookwright::main!();

#[cfg(test)]
mod tests {
    use hookwright::testing;

    use super::*;

    const HOSTS: &[&str] = &["claude-code", "codex", "gemini-cli", "cursor", "opencode"];

    #[test]
    fn a_secret_does_not_leave_on_any_host() {
        for host in HOSTS {
            for (prompt, secret, place) in [
                ("use ghp_0123456789abcdefABCDEF0123456789abcd", "0123456789abcdef", "line 1, after `ghp_`"),
                ("why?\n\nAPI_KEY=s3cr3tV4lue99", "s3cr3tV4lue99", "line 3, after `API_KEY=`"),
                ("git clone https://me:hunter22@example.com/x", "hunter22", "line 1, after `https://me:`"),
                ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----", "MIIEow", "line 1"),
            ] {
                let fired = testing::prompt(prompt).on(host).fire_all(Kind::UserPromptSubmit);
                let reason = fired.denied().unwrap_or_else(|| panic!("{host}: `{prompt}` was sent"));
                assert!(reason.contains(place), "{host}: {reason}");
                let told = format!("{}{}{reason}", fired.stdout(), fired.stderr());
                assert!(!told.contains(secret), "{host}: the secret is repeated: {told}");
                assert!(fired.stdout().contains("This prompt was not sent"), "{host}: {}", fired.stdout());
            }
        }
    }

    #[test]
    fn a_prompt_about_secrets_is_none() {
        for host in HOSTS {
            for prompt in [
                "",
                "rotate the token of the parser",
                "interface Login { password: string }",
                "set API_KEY=$OPENAI_API_KEY in the Dockerfile",
                "token = response.data.token",
                "why does password=<your password> fail?",
                "here is one of the test suite: AKIAIOSFODNN7EXAMPLE (not-a-secret)",
            ] {
                let fired = testing::prompt(prompt).on(host).fire_all(Kind::UserPromptSubmit);
                assert!(fired.passed() && fired.stdout().is_empty(), "{host}: `{prompt}`: {:?}", fired.denied());
            }
        }
    }

    #[test]
    fn a_heap_of_secrets_is_counted() {
        let prompt = (0..8).map(|n| format!("password=hunter{n}{n}x\n")).collect::<String>();
        let fired = testing::prompt(&prompt).fire(guard);
        let reason = fired.denied().unwrap_or_default();
        assert!(reason.contains("line 5, after `password=`; 3 more"), "{reason}");
    }
}
