// What an event costs a plugin host: node|bun bridge.mjs PROGRAM MODULE [EVENTS]
//
// PROGRAM is a hook program, MODULE its OpenCode module without types. Through the module: the time from the host's call to
// the answer. Past it: how many events a second the program serves, and what it holds in memory before and after them.
import { spawn, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const [program, module, count = "1000000"] = process.argv.slice(2)
const now = () => Number(process.hrtime.bigint()) / 1000

function report(name, times) {
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(times.length * share)].toFixed(0)
  console.log(`${name}: ${times.length} events, p50 ${at(0.5)} us, p99 ${at(0.99)} us`)
}

async function throughTheModule() {
  const { server: plugin } = (await import(pathToFileURL(module).href)).default
  const hooks = await plugin({ directory: process.cwd(), worktree: process.cwd(), project: {}, client: {} })
  const before = hooks["tool.execute.before"]
  const ask = (command, n) => before({ tool: "bash", sessionID: "s", callID: `c${n}` }, { args: { command } })
  const denied = await ask("rm -rf /", 0).then(() => false, () => true)
  if (!denied) throw new Error("the module's program does not answer")
  const times = []
  for (let n = 0; n < 21_000; n++) {
    const start = now()
    await ask("git status --short", n)
    if (n >= 1000) times.push(now() - start)
  }
  report("through the module, one after another", times)
  await hooks.dispose?.()
}

function aProcessEach() {
  const payload = JSON.stringify({ session_id: "s", cwd: "/p", tool_name: "Bash", tool_input: { command: "git status --short" } })
  const times = []
  for (let n = 0; n < 300; n++) {
    const start = now()
    spawnSync(program, ["hook", "claude-code", "PreToolUse"], { input: payload })
    times.push(now() - start)
  }
  report("a process for each", times)
}

async function throughput(events) {
  const child = spawn(program, ["serve", "opencode"], { stdio: ["pipe", "pipe", "inherit"] })
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1])
  let answered = 0
  let wake = () => {}
  child.stdout.on("data", (bytes) => {
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) answered++
    wake()
  })
  const until = async (n) => {
    while (answered < n) await new Promise((resolve) => (wake = resolve))
  }
  const held = []
  const start = now()
  for (let sent = 0; sent < events; ) {
    let batch = ""
    for (let n = 0; n < 200 && sent < events; n++, sent++) {
      const args = { command: sent % 10 ? `git log -n ${sent}` : "rm -rf /", n: sent }
      batch += JSON.stringify({ id: sent, event: "PreToolUse", payload: { input: { tool: "bash", sessionID: "s" }, output: { args } } }) + "\n"
    }
    child.stdin.write(batch)
    await until(sent)
    if (sent % Math.ceil(events / 10) < 200) held.push(resident())
  }
  const seconds = (now() - start) / 1e6
  console.log(`served: ${events} events, ${(events / seconds).toFixed(0)} a second, resident KiB ${held.join(" ")}`)
  child.stdin.end()
}

await throughTheModule()
aProcessEach()
await throughput(Number(count))
process.exit(0)
