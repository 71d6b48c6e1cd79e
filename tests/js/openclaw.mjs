// What the module does at OpenClaw for each event and each answer.
//   openclaw.mjs ALL EXEC FOLDER      module files (every event; PreToolUse on exec only), and the programs' folders
import assert from "node:assert/strict"
import { mkdirSync } from "node:fs"
import { Program, run } from "./cases.mjs"

const [all, exec, folder] = process.argv.slice(2)
const program = new Program(`${folder}/all`)
const asked = (event, id) => {
  const entries = program.log().filter((entry) => entry.event === event && entry.payload.sessionId === id)
  return entries.map((entry) => entry.payload)
}

/** A host that notes what the plugin registers. */
async function load(file, runtime = { agent: { resolveAgentWorkspaceDir: (_config, id) => `${folder}/of-${id}` } }) {
  const { default: plugin } = await import(file)
  const hooks = {}
  const options = {}
  const disposers = []
  const api = {
    runtime,
    config: {},
    lifecycle: { onDispose: (dispose) => void disposers.push(dispose) },
    on: (name, hook, more) => ((hooks[name] = hook), void (options[name] = more)),
    registerAgentToolResultMiddleware: (hook, more) => ((hooks.middleware = hook), void (options.middleware = more)),
  }
  assert.equal(plugin.register(api), undefined, "the host refuses a promise")
  const context = (id, more) => ({ sessionId: id, sessionKey: `agent:main:${id}`, agentId: "main", ...more })
  const fire = (name, event = {}, id = "s", more = {}) => hooks[name](event, context(id, more))
  const building = { prompt: "hi", messages: [] }
  const prompt = (id, runId, more = {}) => fire("before_prompt_build", building, id, { runId, ...more })
  return { plugin, api, hooks, options, fire, prompt, dispose: () => Promise.all(disposers.map((it) => it())) }
}

const host = await load(all)
const { fire, prompt } = host
let serial = 0
const call = (params = {}, more = {}) => ({ toolName: "exec", toolCallId: `call_${++serial}`, params, ...more })
const concluded = (text, more = {}) => {
  return call({}, { args: {}, result: { content: [{ type: "text", text }], details: {} }, ...more })
}
const texts = (content) => content.map((part) => part.text)
for (const name of ["of-main", "of-other", "work"]) mkdirSync(`${folder}/${name}`, { recursive: true })

await run({
  async "registers what is bound, under the name that switches it on"() {
    const few = await load(exec)
    const it = new Program(`${folder}/exec`)
    assert.deepEqual([few.plugin.id, Object.keys(few.hooks).sort()], ["acme", ["before_tool_call", "session_end"]])
    it.plan({ PreToolUse: { reply: { deny: "no" } } })
    assert.equal(await few.fire("before_tool_call", { toolName: "read", params: {} }), undefined)
    assert.equal(it.starts(), 0)
    assert.deepEqual(await few.fire("before_tool_call", call()), { block: true, blockReason: "no" })
    await few.dispose()
    assert.ok(it.log().some((entry) => entry.ended))
  },
  async "lets the host wait for longer than it waits itself"() {
    for (const [name, options] of Object.entries(host.options)) {
      const gate = ["before_prompt_build", "before_tool_call", "before_agent_finalize"].includes(name)
      if (gate) assert.ok(options.timeoutMs > 3000, name)
      assert.ok(!options?.matcher, name)
    }
  },
  async "denies with exactly the reason"() {
    program.plan({ PreToolUse: { reply: { deny: "first\nsecond" } } })
    assert.deepEqual(await fire("before_tool_call", call()), { block: true, blockReason: "first\nsecond" })
    program.plan({ PreToolUse: { reply: { deny: "" } } })
    assert.deepEqual(await fire("before_tool_call", call()), { block: true, blockReason: "denied by acme" })
  },
  async "gives a changed input back"() {
    program.plan({ PreToolUse: { reply: { input: { command: "ls" } } } })
    const event = call({ command: "rm" })
    assert.deepEqual(await fire("before_tool_call", event), { params: { command: "ls" } })
    assert.deepEqual(event.params, { command: "rm" })
  },
  async "has the host ask the user, about the call as it is changed"() {
    program.plan({ PreToolUse: { reply: { ask: "sure?", input: { command: "ls" } } } })
    const { params, requireApproval, ...rest } = await fire("before_tool_call", call({ command: "rm" }))
    assert.deepEqual([params, rest], [{ command: "ls" }, {}])
    const allowedDecisions = ["allow-once", "deny"]
    assert.deepEqual(requireApproval, { title: "acme: run exec?", description: "sure?", allowedDecisions })
  },
  async "throws nothing, whatever the host's objects are"() {
    for (const [name, hook] of Object.entries((await load(all)).hooks)) {
      if (name === "session_end") continue
      for (const [event, ctx] of [[undefined, undefined], [{}, undefined], [undefined, {}]]) {
        assert.equal(await hook(event, ctx), undefined, name)
      }
    }
  },
  async "runs the program where the agent works, and says where that is"() {
    program.plan({})
    await fire("before_tool_call", call(), "at-default")
    await fire("before_tool_call", call(), "at-other", { agentId: "other" })
    await prompt("at-told", "r", { workspaceDir: `${folder}/work` })
    await fire("before_tool_call", call(), "at-told")
    const dirs = ["at-default", "at-other", "at-told"].map((id) => asked("PreToolUse", id)[0].workspaceDir)
    assert.deepEqual(dirs, [`${folder}/of-main`, `${folder}/of-other`, `${folder}/work`])
    const started = program.log().filter((entry) => entry.started).map((entry) => entry.cwd)
    for (const dir of dirs.slice(1)) assert.equal(started.filter((cwd) => cwd === dir).length, 1, dir)
    const older = await load(all, null)
    await older.fire("before_tool_call", call(), "older")
    assert.equal(asked("PreToolUse", "older")[0].workspaceDir, process.cwd())
    await older.dispose()
  },
  async "gives context to a session's first prompt, and to each prompt, also when it is built anew"() {
    program.plan({ SessionStart: { reply: { context: "start" } }, UserPromptSubmit: { reply: { context: "each" } } })
    assert.deepEqual(await prompt("p", "run1"), { prependContext: "start\n\neach" })
    assert.deepEqual(await prompt("p", "run1"), { prependContext: "start\n\neach" })
    assert.deepEqual(await prompt("p", "run2"), { prependContext: "each" })
    assert.equal(asked("SessionStart", "p")[0].source, "startup")
    const prompts = asked("UserPromptSubmit", "p").map(({ prompt, messages }) => [prompt, messages])
    assert.deepEqual(prompts, [["hi", undefined], ["hi", undefined]])
    await host.hooks.before_prompt_build({ prompt: "hi", messages: [{}] }, { sessionId: "older-session", runId: "r" })
    assert.equal(asked("SessionStart", "older-session")[0].source, "resume")
  },
  async "keeps a denied prompt from the model, and the session's context for the next"() {
    program.plan({ SessionStart: { reply: { context: "start" } }, UserPromptSubmit: { reply: { deny: "no secrets" } } })
    await prompt("d", "run1")
    const { outcome, message } = await fire("before_agent_run", { prompt: "hi", messages: [] }, "d")
    assert.deepEqual([outcome, message], ["block", "no secrets"])
    program.plan({})
    assert.deepEqual(await prompt("d", "run2"), { prependContext: "start" })
    assert.equal(await fire("before_agent_run", { prompt: "hi", messages: [] }, "d"), undefined)
  },
  async "tells of a subagent's prompt as its start"() {
    program.plan({ SubagentStart: { reply: { context: "be brief" } }, UserPromptSubmit: { reply: { deny: "no" } } })
    const child = { sessionKey: "agent:main:subagent:1" }
    assert.deepEqual(await prompt("child", "run1", child), { prependContext: "be brief" })
    assert.equal(await fire("before_agent_run", {}, "child", child), undefined)
    assert.equal(asked("SubagentStart", "child")[0].isSubagent, true)
    assert.deepEqual([asked("SessionStart", "child"), asked("UserPromptSubmit", "child")], [[], []])
    assert.equal(await fire("before_agent_finalize", { messages: [] }, "child", child), undefined)
    await fire("session_end", { sessionId: "child", reason: "deleted" }, "child", child)
    assert.deepEqual([asked("Stop", "child"), asked("SessionEnd", "child")], [[], []])
    const end = { targetSessionKey: "agent:main:subagent:1", reason: "done" }
    await host.hooks.subagent_ended(end, { childSessionKey: end.targetSessionKey })
    assert.equal(asked("SubagentStop", undefined).at(-1).targetSessionKey, end.targetSessionKey)
  },
  async "adds to and replaces a result, in texts that the host takes"() {
    program.plan({ PostToolUse: { reply: { context: "more", deny: "look again" } } })
    const { result } = await fire("middleware", concluded("was"))
    assert.deepEqual([texts(result.content), result.details], [["was", "look again", "more"], {}])
    program.plan({ PostToolUse: { reply: { output: "x".repeat(150_000) } } })
    const long = await fire("middleware", concluded("was"))
    assert.deepEqual(texts(long.result.content).map((text) => text.length), [100_000, 50_000])
    program.plan({ PostToolUse: { reply: { output: "" } } })
    assert.deepEqual(texts((await fire("middleware", concluded("was"))).result.content), [""])
  },
  async "asks about a result once, by either way and registration, and never about its own denial"() {
    program.plan({ PostToolUseFailure: { reply: { context: "try again" } } })
    const failed = concluded("exit", { isError: true })
    assert.deepEqual(texts((await fire("middleware", failed, "once")).result.content), ["exit", "try again"])
    await (await load(all)).fire("after_tool_call", { ...failed, error: "exit" }, "once")
    await fire("after_tool_call", call({}, { error: "elsewhere" }), "once")
    const blocked = { result: { content: [], details: { status: "blocked" } }, error: "no" }
    await fire("after_tool_call", call({}, blocked), "once")
    assert.deepEqual(asked("PostToolUseFailure", "once").map((payload) => payload.error), [undefined, "elsewhere"])
  },
  async "sends the agent back as told, and says so of the next end of the same run"() {
    program.plan({ Stop: { reply: { deny: "run the tests" } } })
    const stop = (runId) => fire("before_agent_finalize", { stopHookActive: false, messages: [] }, "stop", { runId })
    assert.deepEqual(await stop("run1"), { action: "revise", reason: "run the tests" })
    for (const run of ["run1", "run2"]) await stop(run)
    assert.deepEqual(asked("Stop", "stop").map((payload) => payload.stopHookActive), [false, true, false])
  },
  async "tells of a compaction and of a session's end"() {
    program.plan({})
    await fire("before_compaction", { messageCount: 3 }, "end")
    await fire("after_compaction", { messageCount: 3, compactedCount: 2 }, "end")
    await fire("session_end", { sessionId: "end", reason: "idle" }, "end")
    assert.deepEqual(["PreCompact", "PostCompact", "SessionEnd"].map((event) => asked(event, "end").length), [1, 1, 1])
  },
  async "ends the program with a registration, and starts it again for another"() {
    program.plan({ PreToolUse: { reply: { deny: "no" } } })
    const starts = program.starts()
    await (await load(all)).dispose()
    assert.deepEqual(await fire("before_tool_call", call()), { block: true, blockReason: "no" })
    assert.equal(program.starts(), starts + 1)
  },
})
