#!/usr/bin/env bash
# How many instructions an event takes, which no other load on the machine can change, against the counts in
# instructions.txt: more than a tenth above one of them fails.
#   tests/benches/instructions.sh            compare
#   tests/benches/instructions.sh --record   write the counts anew; say in the commit why they grew
set -euo pipefail
. "$(dirname "$0")/build.sh"
budget=$here/instructions.txt

if ! command -v valgrind >/dev/null && command -v apt-get >/dev/null; then
  { apt-get update && apt-get install -y --no-install-recommends valgrind; } >/dev/null 2>&1 || true
fi
# The counts are those of one target; others have others.
if [ "$(uname -sm)" != "Linux x86_64" ] || ! command -v valgrind >/dev/null; then
  echo "no valgrind on x86-64 Linux: instruction counts SKIPPED"
  exit 0
fi
if ! rustc --print target-libdir --target "$target" 2>/dev/null | xargs test -d; then
  rustup target add "$target" >/dev/null 2>&1 || { echo "no standard library for $target: instruction counts SKIPPED"; exit 0; }
fi
payloads Bash
payloads Write

count() {
  # Nothing of the environment is counted, which is another one everywhere.
  env -i HOME=/home/u valgrind --tool=callgrind --callgrind-out-file=/dev/null "${@:2}" <"$work/payloads/$1.json" 2>&1 >/dev/null |
    awk '/Collected/ { print $NF }'
}

counts() {
  local guard one thousand
  guard=$(program shell-guard)
  one=$(hooks 1 3>/dev/null)
  thousand=$(hooks 1000 3>/dev/null)
  for payload in Bash-0 Bash-1330 Bash-17543 Write-0 Write-17543; do
    echo "shell-guard $payload $(count "$payload" "$guard" hook claude-code PreToolUse)"
  done
  echo "shell-guard gemini-cli $(count Bash-0 "$guard" hook gemini-cli BeforeTool)"
  echo "1-hook Bash-0 $(count Bash-0 "$one" hook claude-code PreToolUse)"
  echo "1000-hooks Bash-0 $(count Bash-0 "$thousand" hook claude-code PreToolUse)"
}

if [ "${1:-}" = --record ]; then
  counts | tee "$budget"
  exit
fi
counts | awk -v budget="$budget" '
  BEGIN { while ((getline line < budget) > 0) { split(line, f); most[f[1] " " f[2]] = f[3] } }
  {
    key = $1 " " $2
    if (!(key in most)) { print key ": " $3 " instructions, and no budget: record it"; bad = 1 }
    else {
      printf "%s: %d instructions, recorded %d (%+.1f %%)\n", key, $3, most[key], 100 * ($3 / most[key] - 1)
      if ($3 > 1.1 * most[key]) { print "  more than a tenth above the record"; bad = 1 }
    }
  }
  END { exit bad }'
