#!/usr/bin/env bash
# What more hooks cost: programs with 1, 10, 100 and 1,000 hooks on one event, of which one is meant.
#   tests/benches/scale.sh [RUNS]
set -euo pipefail
. "$(dirname "$0")/build.sh"
floor
payloads Bash
runs=${1:-300}
hooks 1 3>/dev/null >/dev/null # what all have in common is compiled
one=
for n in 1 10 100 1000; do
  program=$(hooks "$n" 3>"$work/seconds")
  [ -n "$one" ] || one=$program
  echo "hooks=$n build_s=$(cat "$work/seconds") bytes=$(stat -c %s "$program")" \
    "$("$work/pair" "$runs" "$work/payloads/Bash-0.json" "$work/floor" "$program" hook claude-code PreToolUse)"
done
