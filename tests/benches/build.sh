# Sourced by the scripts here: builds what they measure, with the release profile that the README recommends.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
workspace=$(cd "$here/../.." && pwd)
work=${CARGO_TARGET_DIR:-$workspace/target}/benches
mkdir -p "$work"

target=${TARGET:-x86_64-unknown-linux-musl}
export RUSTFLAGS="-C target-feature=+crt-static -C relocation-model=static"
export CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 CARGO_PROFILE_RELEASE_STRIP=true

# The static C program that every figure is compared with, and the one that times them.
floor() {
  cc -O2 -static -o "$work/floor" "$here/noop.c"
  cc -O2 -static -o "$work/pair" "$here/pair.c"
}

# One of the workspace's packages: its program's path is printed.
program() {
  (cd "$workspace" && cargo build --quiet --release --target "$target" --target-dir "$work/build" -p "$1")
  echo "$work/build/$target/release/$1"
}

# Payloads as Claude Code sends them, one of each size, for the tool that is given: 330 bytes, 100 KB, 1.3 MB, 26 MB.
payloads() {
  local line='fn main() { println!(\"hello \\\"world\\\"\\t{}\", 42); } // \u00e9\u4e2d\n' size tool=$1
  mkdir -p "$work/payloads"
  for size in 0 1330 17543 350877; do
    [ -s "$work/payloads/$tool-$size.json" ] || awk -v n=$size -v tool="$tool" -v line="${line//\\/\\\\}" 'BEGIN {
      printf "{\"session_id\": \"0d0c6e0e-1111-4222-8333-944445555666\", \"transcript_path\": \"/home/u/.claude/projects/x/t.jsonl\", "
      printf "\"cwd\": \"/home/u/proj\", \"permission_mode\": \"default\", \"hook_event_name\": \"PreToolUse\", \"tool_name\": \"%s\", ", tool
      printf "\"tool_input\": {\"command\": \"rm -rf / --no-preserve-root\", \"description\": \"clean\""
      if (n) { printf ", \"content\": \""; for (i = 0; i < n; i++) printf "%s", line; printf "\"" }
      printf "}, \"tool_use_id\": \"toolu_01ABC\"}"
    }' >"$work/payloads/$tool-$size.json"
  done
}

# What a package of a user has beside its source: `package DIR NAME [FEATURES [METADATA]]`.
package() {
  mkdir -p "$1/src"
  cat >"$1/Cargo.toml" <<TOML
[package]
name = "$2"
version = "0.1.0"
edition = "2024"

[dependencies]
hookwright = { path = "$workspace/runtime"${3:-} }

[build-dependencies]
hookwright-codegen = { path = "$workspace/codegen" }

${4:-}
[workspace]
TOML
  cp "$workspace/Cargo.lock" "$1/"
  echo 'fn main() { hookwright_codegen::build() }' >"$1/build.rs"
}

# A package with so many hooks on one event, of which one is meant by a shell command: its program's path is printed, and its
# build's seconds on file descriptor 3.
hooks() {
  local n=$1 dir="$work/hooks-$1" start
  package "$dir" "hooks-$n" "" '[package.metadata.hookwright]
hosts = ["claude-code", "codex", "gemini-cli", "cursor", "opencode"]
quiet = true
'
  {
    printf 'use hookwright::prelude::*;\n\n#[hook(PreToolUse, matcher = "Bash", timeout = "10s")]\nfn guard(call: &PreToolUse) -> Option<Response<PreToolUse>> {\n'
    printf '    call.command().filter(|c| c.contains("rm -rf /")).map(|_| Response::deny("no"))\n}\n'
    for ((i = 1; i < n; i++)); do
      # One in four by a pattern.
      if ((i % 4)); then matcher="Tool$i"; else matcher="^mcp__server${i}__"; fi
      printf '\n#[hook(PreToolUse, matcher = "%s", timeout = "10s")]\nfn hook_%d(call: &PreToolUse) -> Option<Response<PreToolUse>> {\n' "$matcher" "$i"
      printf '    call.input().text("key").map(|k| Response::context(k))\n}\n'
    done
    printf '\nhookwright::main!();\n'
  } >"$dir/src/main.rs"
  touch "$dir/src/main.rs"
  start=$(date +%s.%N)
  (cd "$dir" && cargo build --quiet --offline --release --target "$target" --target-dir "$work/build")
  date +%s.%N | awk -v s="$start" '{ printf "%.1f\n", $1 - s }' >&3
  echo "$work/build/$target/release/hooks-$n"
}
