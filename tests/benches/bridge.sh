#!/usr/bin/env bash
# The bridge of plugin hosts, in node and in bun: round trips through the generated module, throughput and memory of the served program,
# and a process for each event beside them.
#   tests/benches/bridge.sh [EVENTS]
set -euo pipefail
. "$(dirname "$0")/build.sh"
program=$(program shell-guard)
module=$(find "$(dirname "$program")/hooks/shell-guard/opencode" -name '*.ts')
[ -d "$work/npm/node_modules/typescript" ] || npm install --silent --prefix "$work/npm" typescript@5.9.3
node "$workspace/tests/js/transpile.mjs" "$work/npm" "$module" "$work/bridge-module.mjs"
[ -d "$work/npm/node_modules/bun" ] || npm install --silent --prefix "$work/npm" bun@1.4.5 || true
for runtime in node "$work/npm/node_modules/.bin/bun"; do
  "$runtime" --version >/dev/null 2>&1 || { echo "${runtime##*/} cannot be had: SKIPPED"; continue; }
  echo "${runtime##*/} $("$runtime" --version)"
  "$runtime" "$here/bridge.mjs" "$program" "$work/bridge-module.mjs" "${1:-1000000}"
done
