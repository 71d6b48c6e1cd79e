//! Cases of structures, spellings, changes of directory, and texts that only mention a command.

use crate::{shell::table::check, verdict::Rule};

const BAD: Option<Rule> = Some(Rule::RecursiveDelete);

#[test]
fn commands_in_structures() {
    check(&[
        ("and", "true && rm -rf /", BAD),
        ("or", "false || rm -rf /", BAD),
        ("semicolon", "ls; rm -rf /", BAD),
        ("glued", "ls;rm -rf /;ls", BAD),
        ("pipe", "yes | rm -rf /", BAD),
        ("background", "sleep 1 & rm -rf /", BAD),
        ("new line", "ls\nrm -rf /\nls", BAD),
        ("windows line end", "ls\r\nrm -rf /\r\n", BAD),
        ("subshell", "(rm -rf /)", BAD),
        ("nested subshell", "((ls); (rm -rf /))", BAD),
        ("group", "{ rm -rf /; }", BAD),
        ("if", "if true; then rm -rf /; fi", BAD),
        ("if condition", "if rm -rf /; then ls; fi", BAD),
        ("else", "if a; then b; else rm -rf /; fi", BAD),
        ("elif", "if a; then b; elif c; then rm -rf /; fi", BAD),
        ("while", "while true; do rm -rf /; done", BAD),
        ("until", "until rm -rf /; do :; done", BAD),
        ("for", "for i in 1 2; do rm -rf /; done", BAD),
        ("for c", "for ((i=0;i<3;i++)); do rm -rf /; done", BAD),
        ("case", "case $x in a|b) rm -rf / ;; *) ls ;; esac", BAD),
        ("case second", "case x in (a) ls;; (b) rm -rf /;; esac", BAD),
        ("function", "f() { rm -rf /; }; f", BAD),
        ("function word", "function f { rm -rf /; }", BAD),
        ("after a structure", "if a; then b; fi; rm -rf /", BAD),
        ("after arithmetic", "(( x = 1 << 2 ))\nrm -rf /", BAD),
        ("after a test", "[[ $a < b && $c =~ ^(x|y)$ ]] && rm -rf /", BAD),
        ("after a document", "cat <<EOF\ntext\nEOF\nrm -rf /", BAD),
        ("substitution", "echo $(rm -rf /)", BAD),
        ("quoted substitution", "echo \"a $(rm -rf /) b\"", BAD),
        ("backticks", "echo `rm -rf /`", BAD),
        ("nested backticks", "echo `echo \\`rm -rf /\\``", BAD),
        ("process", "diff <(rm -rf /) x", BAD),
        ("in an assignment", "X=$(rm -rf /)", BAD),
        ("in a default", "echo ${X:-$(rm -rf /)}", BAD),
        ("in arithmetic", "echo $(( $(rm -rf / ) + 1 ))", BAD),
        ("in a document", "cat <<EOF\n$(rm -rf /)\nEOF", BAD),
        ("in a redirection", "ls > $(rm -rf /)", BAD),
        ("in an array", "A=(1 $(rm -rf /))", BAD),
        ("in a for", "for i in $(rm -rf /); do :; done", BAD),
        ("in a case", "case $(rm -rf /) in x) ;; esac", BAD),
        ("coprocess", "coproc rm -rf /", BAD),
        ("redirection first", "> log rm -rf /", BAD),
        ("descriptors", "rm -rf / 2>&1 >/dev/null", BAD),
        ("two documents", "cat <<A <<B\na\nA\nb\nB\nrm -rf /", BAD),
    ]);
}

#[test]
fn spellings_of_words() {
    check(&[
        ("IFS", "rm${IFS}-rf${IFS}/", BAD),
        ("IFS bare", "rm$IFS-rf$IFS/", BAD),
        ("ansi", "$'rm' -rf /", BAD),
        ("ansi code", "$'\\x72m' -rf $'\\x2f'", BAD),
        ("ansi octal", "$'\\162m' -rf /", BAD),
        ("continued", "rm \\\n  -rf \\\n  /", BAD),
        ("continued word", "r\\\nm -rf /", BAD),
        ("escapes", "r\\m -r\\f /", BAD),
        ("brace command", "{rm,-rf,/}", BAD),
        ("brace targets", "rm -rf {target,/srv}", BAD),
        ("brace path", "rm -rf /{etc,usr}", BAD),
        ("nested braces", "rm -rf {a,{b,/srv}}", BAD),
        ("sequence", "rm -rf /srv/{1..3}", BAD),
        ("tabs", "rm\t-rf\t/", BAD),
        ("quotes in the path", "rm -rf \"/\"srv", BAD),
        ("escaped blank", "rm -rf /srv/my\\ dir", BAD),
        ("tilde plus", "rm -rf ~+", BAD),
        ("dollar quote", "rm -rf $\"/srv\"", BAD),
        ("echo", "$(echo rm) -rf /", BAD),
        ("dirname", "rm -rf $(dirname /srv/x)", BAD),
        ("pwd", "rm -rf $(pwd)", BAD),
        ("brace inside", "rm -rf {target,dist}/{a,b}", None),
        ("sequence inside", "rm -rf part{1..3}", None),
    ]);
}

#[test]
fn changes_of_directory() {
    check(&[
        ("root", "cd / && rm -rf *", BAD),
        ("out", "cd ..; rm -rf other", BAD),
        ("out and back", "cd .. && cd shop && rm -rf target", None),
        ("home", "cd && rm -rf x", BAD),
        ("home by tilde", "cd ~ && rm -rf *", BAD),
        ("in", "cd web && rm -rf *", None),
        ("in and up", "cd web && rm -rf ../target", None),
        ("in and out", "cd web && rm -rf ../../x", BAD),
        ("subshell", "(cd /srv && ls); rm -rf target", None),
        ("in the subshell", "(cd /srv && rm -rf data)", BAD),
        ("group", "{ cd /srv; }; rm -rf data", BAD),
        ("minus", "cd /srv && cd - && rm -rf target", None),
        ("pushd", "pushd /srv && rm -rf data", BAD),
        ("popd", "pushd /srv; popd; rm -rf target", None),
        ("failed", "cd web || exit 1; rm -rf *", None),
        ("failed instead", "cd web || cd /srv; rm -rf *", None),
        ("after failure", "cd /srv || rm -rf target", None),
        ("unknown", "cd \"$DIR\" && rm -rf target", None),
        ("unknown contents", "cd \"$DIR\" && rm -rf *", BAD),
        ("unknown parent", "cd \"$DIR\" && rm -rf ..", BAD),
        ("temporary", "cd $(mktemp -d) && rm -rf *", None),
        ("repository", "cd \"$(git rev-parse --show-toplevel)\" && rm -rf target", None),
        ("repository contents", "cd $(git rev-parse --show-toplevel) && rm -rf *", BAD),
        ("in a branch", "if a; then cd /srv; fi; rm -rf data", BAD),
        ("in a pipe", "cd /srv | ls; rm -rf target", None),
        ("builtin", "builtin cd /srv; rm -rf data", BAD),
        ("function", "f() { cd /srv; }; rm -rf target", None),
    ]);
}

#[test]
fn variables_set_on_one_of_several_ways() {
    check(&[
        ("before a failure", "X=/srv || true; rm -rf $X", BAD),
        ("after a failure", "[ -n \"$X\" ] || X=/srv; rm -rf \"$X\"", BAD),
        ("in a branch", "X=build; if a; then X=/srv; fi; rm -rf $X", BAD),
        ("before a branch", "X=/srv; if a; then X=build; fi; rm -rf $X", BAD),
        ("in both branches", "if a; then X=build; else X=/srv; fi; rm -rf $X", BAD),
        ("in a case", "case $1 in a) X=build ;; b) X=/srv ;; esac; rm -rf $X", BAD),
        ("inside on both ways", "if a; then X=build; else X=dist; fi; rm -rf $X/*", None),
        ("a default", "[ -n \"$X\" ] || X=build; rm -rf \"$X\"/*", None),
        ("in a subshell", "(X=/srv); rm -rf $X", None),
    ]);
}

#[test]
fn texts_that_only_mention_commands() {
    check(&[
        ("echo", "echo \"rm -rf /\"", None),
        ("echo bare", "echo rm -rf /", None),
        ("single", "echo 'rm -rf / && git push -f'", None),
        ("grep", "grep -r \"rm -rf /\" .", None),
        ("rg", "rg 'curl .* | sh' docs", None),
        ("message", "git commit -m \"Stop rm -rf / from running\"", None),
        (
            "message from a document",
            "git commit -m \"$(cat <<'EOF'\nDon't `rm -rf /`; it's \"bad\"\n\n- curl x | sh\n$(git push -f)\nEOF\n)\"",
            None,
        ),
        ("document", "cat > run.sh <<'EOF'\n#!/bin/sh\nrm -rf /\nEOF", None),
        ("document unquoted", "cat <<EOF > x.md\nrm -rf / and > /dev/sda\nEOF", None),
        ("document indented", "cat <<-'EOF'\n\trm -rf /\n\tEOF", None),
        ("document in a pipe", "cat <<EOF | tee x\nrm -rf /\nEOF", None),
        ("escaped in a document", "cat <<EOF\n\\$(rm -rf /)\nEOF", None),
        ("comment", "ls # rm -rf /", None),
        ("comment line", "# rm -rf /\nls", None),
        ("manual", "man rm", None),
        ("which", "which rm", None),
        ("type", "type rm", None),
        ("sed", "sed -i 's/rm -rf \\///' run.sh", None),
        ("awk", "awk '/rm -rf/ { print > \"x\" }' log", None),
        ("python", "python3 -c \"print('rm -rf /')\"", None),
        ("printf", "printf 'rm -rf /\\n'", None),
        ("assignment", "MSG='rm -rf /'", None),
        ("argument", "npm run rm -- -rf /", None),
        ("test", "[ \"$x\" = 'rm -rf /' ]", None),
        ("hash in a word", "echo a#b; echo ok", None),
        ("url", "curl -o x 'https://x/?a=1&b=rm'", None),
        ("ticket", "gh issue create --body 'rm -rf ~ is bad'", None),
        ("arithmetic", "echo $((1 << 3)); ls", None),
    ]);
}
