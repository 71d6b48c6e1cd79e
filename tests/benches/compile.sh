#!/usr/bin/env bash
# What Hookwright costs a user's build, in a debug profile: the smallest package from nothing, with the install commands and
# without, what each crate takes of it, and again after an edit of its handler, beside the same package without a build script.
#   tests/benches/compile.sh
set -euo pipefail
. "$(dirname "$0")/build.sh"
work=$work/compile
unset RUSTFLAGS CARGO_INCREMENTAL CARGO_PROFILE_DEV_DEBUG
export CARGO_TARGET_DIR="$work/target"
TIMEFORMAT='%R s, %U s of CPU'

# A package with one hook: `smallest NAME [FEATURES]`.
smallest() {
  local dir="$work/$1"
  package "$dir" "$1" "${2:-}"
  cat >"$dir/src/main.rs" <<'RUST'
use hookwright::prelude::*;

#[hook(PreToolUse, matcher = "Bash")]
fn guard(call: &PreToolUse) -> Option<Response<PreToolUse>> {
    call.command().filter(|c| c.contains("rm -rf /")).map(|_| Response::deny("0"))
}

hookwright::main!();
RUST
  (cd "$dir" && cargo fetch --quiet)
  echo "$dir"
}

# Not incremental, as all is that comes from a registry; a path would make it so.
clean() {
  rm -rf "$CARGO_TARGET_DIR"
  (cd "$1" && time CARGO_INCREMENTAL=0 cargo build --quiet --offline --timings)
}

# The crates that took longest, by cargo's own count of seconds; on a busy machine they waited for each other.
units() {
  sed -n '/^const UNIT_DATA = /,/^\];/p' "$CARGO_TARGET_DIR"/cargo-timings/cargo-timing.html |
    awk -F'"' '/"name":/ { name = $4 } /"target":/ { target = $4 } /"duration":/ { split($3, d, /[:,]/); sub(/ *\\$/, "", target); printf "%7.1f  %s%s\n", d[2], name, target }' |
    sort -rn | head -"${1:-12}"
}

edited() {
  (
    cd "$1"
    cargo build --quiet --offline
    for n in 1 2 3; do
      sed -i "s/deny(\"[0-9]*\")/deny(\"$n\")/" src/main.rs
      time cargo build --quiet --offline
    done
  )
}

all=$(smallest all)
few=$(smallest few ', default-features = false')
exec 2>&1
echo "from nothing, without the install commands"
clean "$few"
units
echo "from nothing"
clean "$all"
units
echo "after an edit of the handler"
edited "$all"
# Its tables are there already, so that only the linker and the compiler have something to do.
tables=$(find "$CARGO_TARGET_DIR/debug/build" -path '*all-*/out' -type d | head -1)
[ -n "$tables" ] || { echo "no tables" >&2; exit 1; }
bare=$work/bare
rm -rf "$bare"; cp -r "$all" "$bare"
sed -i '/build-dependencies/,/codegen/d' "$bare/Cargo.toml"
rm "$bare/build.rs"
(cd "$bare" && cargo fetch --quiet)
echo "the same without a build script, with the tables of before"
export OUT_DIR="$tables"
edited "$bare"
