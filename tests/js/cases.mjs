// A table of cases, a stand-in for the host, and what the stand-in program has logged.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"

/** Runs `{name: async () => …}` in order, one line of output a case. */
export async function run(cases) {
  for (const [name, test] of Object.entries(cases)) {
    try {
      await test()
      console.log(`ok ${name}`)
    } catch (error) {
      console.log(`FAILED ${name}: ${error?.stack ?? error}`)
      process.exitCode = 1
    }
  }
}

process.on("unhandledRejection", (error) => {
  console.log(`FAILED with an unhandled rejection: ${error?.stack ?? error}`)
  process.exitCode = 1
})

/** What a rendering of the module is to be tested with: the folder that its program logs into. */
export class Program {
  constructor(folder) {
    this.folder = folder
    mkdirSync(folder, { recursive: true })
  }
  log() {
    const file = `${this.folder}/log.jsonl`
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line)) : []
  }
  starts() {
    return this.log().filter((entry) => entry.started).length
  }
  /** Payloads of the requests about `event` in the session. */
  asked(event, session) {
    return this.log().filter((e) => e.event === event && e.payload.session_id === session).map((e) => e.payload)
  }
  plan(plan) {
    writeFileSync(`${this.folder}/plan.json`, JSON.stringify(plan))
  }
}

/** A host that notes what the module makes it do. `parents` are the sub-agents' sessions. */
export async function load(file, { parents = {}, directory = process.cwd() } = {}) {
  const calls = []
  const note = (name, result) => async (request) => (calls.push([name, request]), result)
  const client = {
    session: {
      get: async ({ path }) => ({ data: { id: path.id, parentID: parents[path.id] } }),
      promptAsync: note("promptAsync", {}),
    },
    tui: { showToast: note("showToast", {}) },
    _client: { post: note("post", {}) },
    postSessionIdPermissionsPermissionId: note("postSessionIdPermissionsPermissionId", {}),
  }
  const module = await import(file)
  const hooks = await module.default.server({ client, directory, worktree: "/work tree" })
  const event = (type, properties) => hooks.event({ event: { type, properties } })
  let serial = 0
  const before = async (sessionID, args, tool = "bash") => {
    const output = { args }
    await hooks["tool.execute.before"]({ tool, sessionID, callID: `call_${++serial}` }, output)
    return output.args
  }
  /** One prompt; gives the parts as the host would store them. */
  const prompt = async (sessionID, text) => {
    const message = { id: `msg_${++serial}`, agent: "build", model: { providerID: "p", modelID: "m" } }
    const parts = [{ id: "prt_0", sessionID, messageID: message.id, type: "text", text }]
    await hooks["chat.message"]({ sessionID }, { message, parts })
    return parts
  }
  const called = (name) => calls.filter(([it]) => it === name).map(([, request]) => request)
  return { module, hooks, client, event, before, prompt, called }
}

/** The message of what `promise` is rejected with. */
export async function rejection(promise) {
  let result
  try {
    result = await promise
  } catch (error) {
    return error.message
  }
  throw new Error(`not rejected, but ${JSON.stringify(result)}`)
}
