// Stands in for Amp, whose turns need its own servers: runs one turn against the scripted model, with the project's
// plugins in Amp's own plugin runtime, over its own protocol. What the runtime does with a plugin is seen that way;
// what is done here with a plugin's answer is what Amp's source says that it does.
//   BUN_BE_BUN=1 amp amp_host.mjs PROMPT      (so the program that runs this is Amp's own)
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { createInterface } from "node:readline"

const { HOME, AMP_STAND_IN_MODEL: model } = process.env
const amp = process.execPath
const prompt = process.argv[2]
const project = process.cwd()
const thread = { id: "T-00000000-0000-0000-0000-000000000000" }

/** Amp's environment: with this variable its program would be no more than Bun. */
const { BUN_BE_BUN: _, ...environment } = process.env

/** Runs a program to its end. */
async function ran(file, args) {
  const child = spawn(file, args, { env: environment, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (output += bytes))
  const code = await new Promise((resolve) => child.on("close", resolve))
  return { output, code }
}

/** Amp writes its runtime to a file for each plugin that it starts: one that copies it away. */
async function pluginRuntime() {
  const file = join(HOME, "plugin-runtime.ts")
  const copy = join(HOME, "copy", "copy.ts")
  mkdirSync(dirname(copy), { recursive: true })
  const code = `copyFileSync(process.argv[1], ${JSON.stringify(file)})`
  writeFileSync(copy, `import { copyFileSync } from "node:fs"\nexport default function () { ${code} }\n`)
  const data = JSON.stringify({ thread })
  const { output } = await ran(amp, ["plugins", "exec", copy, "session.start", "--data", data])
  if (!existsSync(file)) throw new Error(`no plugin runtime: ${output}`)
  return file
}

/** A plugin in the runtime, and the host's end of its pipes. */
async function start(runtime, path) {
  const name = basename(path).replace(/\.[jt]s$/, "")
  const env = { ...environment, BUN_BE_BUN: "1", AMP_PLUGIN_URI: `file://${path}`, AMP_PLUGIN_NAME: name }
  const child = spawn(amp, [runtime, path], { env, cwd: dirname(path), stdio: ["pipe", "pipe", "inherit"] })
  const send = (message) => child.stdin.write(JSON.stringify(message) + "\n")
  const waiting = new Map()
  let ready
  const isReady = new Promise((resolve) => (ready = resolve))
  const info = { ampURL: "https://ampcode.com/", workspaceRoot: `file://${project}`, executorKind: "local", authenticatedUser: null }
  const answers = { "client.info": info, "ui.confirm": false }
  createInterface({ input: child.stdout }).on("line", (line) => {
    let message
    try {
      message = JSON.parse(line)
    } catch {
      return // Amp leaves out what is no JSON
    }
    if (message.type === "request") send({ type: "response", id: message.id, result: answers[message.method] ?? null })
    if (message.type === "response") waiting.get(message.id)?.(message)
    if (message.event === "runtime.ready") ready(true)
  })
  child.on("exit", () => {
    ready(false)
    for (const settle of waiting.values()) settle({ error: "plugin exited" })
  })
  if (!(await isReady)) throw new Error(`${path} was not ready`)
  let serial = 0
  const ask = (method, params) => {
    const id = `h${++serial}`
    const answer = new Promise((resolve) => waiting.set(id, resolve))
    send({ type: "request", id, method, params })
    return answer
  }
  const stop = async () => {
    await ask("dispose", {})
    child.stdin.end()
    await new Promise((resolve) => (child.exitCode === null ? child.once("exit", resolve) : resolve()))
  }
  return { ask, stop }
}

const runtime = await pluginRuntime()
const folders = [join(project, ".amp/plugins"), join(HOME, ".config/amp/plugins")].filter((folder) => existsSync(folder))
const files = folders.flatMap((folder) => readdirSync(folder).filter((it) => /\.[jt]s$/.test(it)).map((it) => join(folder, it)))
const plugins = []
for (const file of files) plugins.push(await start(runtime, file))
const all = (method, params) => Promise.all(plugins.map((plugin) => plugin.ask(method, params)))

/** The first answer that is not to let the call through; a plugin that fails stops it. */
async function decided(call) {
  const answers = await all("tool.call", call)
  const actions = answers.map(({ error, result }) => (error ? { action: "error", message: error } : result))
  return actions.find((it) => typeof it?.action === "string" && it.action !== "allow") ?? { action: "allow" }
}

/** What the model is told of a call, and whether the thread is stopped. */
async function called(call) {
  const decision = await decided(call)
  if (decision.action === "error") return { result: `Plugin error: ${decision.message}`, stopped: true }
  if (decision.action === "reject-and-continue") return { result: `Tool rejected by plugin: ${decision.message}` }
  if (decision.action === "synthesize") return { result: decision.result.output }
  const input = decision.action === "modify" ? decision.input : call.input
  const { output, code } = await ran("bash", ["-c", input.cmd ?? ""])
  const told = { ...call, input, status: "done", output: { output, exitCode: code } }
  const answers = await all("tool.result", told)
  const changed = answers.map(({ result }) => result).find((it) => ["done", "error", "cancelled"].includes(it?.status))
  if (changed?.status === "error") return { result: changed.error }
  const result = changed?.output ?? told.output
  return { result: typeof result === "string" ? result : JSON.stringify(result) }
}

const bash = { name: "Bash", description: "Runs a command", parameters: { type: "object", properties: { cmd: { type: "string" } } } }
const messages = []

async function complete() {
  const body = JSON.stringify({ model: "mock", messages, tools: [{ type: "function", function: bash }] })
  const response = await fetch(`${model}/chat/completions`, { method: "POST", headers: { "content-type": "application/json" }, body })
  const { message } = (await response.json()).choices[0]
  messages.push(message)
  return message
}

/** From a prompt to a message without calls. */
async function turn(words, id) {
  const added = (await all("agent.start", { thread, message: words, id })).map(({ result }) => result?.message?.content)
  messages.push({ role: "user", content: [words, ...added.filter(Boolean)].join("\n\n") })
  for (;;) {
    const message = await complete()
    if (!message.tool_calls?.length) return "done"
    for (const { id: toolUseID, function: { name, arguments: input } } of message.tool_calls) {
      const { result, stopped } = await called({ thread, toolUseID, tool: name, input: JSON.parse(input) })
      messages.push({ role: "tool", tool_call_id: toolUseID, content: result })
      if (stopped) return "error"
    }
  }
}

await all("event", { event: "session.start", data: { thread } })
let words = prompt
for (let turns = 0; ; turns++) {
  const status = await turn(words, turns)
  const ended = await all("agent.end", { thread, message: words, id: turns, status, messages: [] })
  const next = ended.map(({ result }) => result).find((it) => it?.action === "continue")
  if (!next || turns >= (next.maxContinuations ?? 5)) break
  words = next.userMessage
}
for (const plugin of plugins) await plugin.stop()
console.log(messages.at(-1).content)
