#!/usr/bin/env bash
# Whole processes: `shell-guard`, built as the README recommends, in turn with a static C program that only reads its input
# and writes a reply, at 330 bytes, 100 KB, 1.3 MB and 26 MB; and any rival command, which is given the same payloads.
#   tests/benches/hook.sh [RIVAL [ARGUMENT ...]]
# TARGET=x86_64-unknown-linux-gnu measures with glibc; PROGRAM=path measures a program that is already built.
set -euo pipefail
. "$(dirname "$0")/build.sh"
floor
payloads Bash
payloads Write
program=${PROGRAM:-$(program shell-guard)}
echo "program: $program, $(stat -c %s "$program") bytes"

row() {
  local name=$1 tool=$2 size=$3 runs=200
  shift 3
  case $size in 350877) runs=15 ;; 17543) runs=50 ;; esac
  echo "$name $tool $(stat -c %s "$work/payloads/$tool-$size.json")" \
    "$("$work/pair" "$runs" "$work/payloads/$tool-$size.json" "$work/floor" "$@")"
}

for size in 0 1330 17543 350877; do
  row shell-guard Bash "$size" "$program" hook claude-code PreToolUse
  [ $# -eq 0 ] || row rival Bash "$size" "$@"
done
# A tool that no hook means.
for size in 0 350877; do
  row shell-guard Write "$size" "$program" hook claude-code PreToolUse
done
