// What the module does at Oh My Pi for each event and each answer.
//   omp.mjs ALL BASH FOLDER      module files (every event; PreToolUse on bash only), and the programs' folders
import assert from "node:assert/strict"
import { Program, run } from "./cases.mjs"
import { alike, load, texts } from "./pi-host.mjs"

const [all, bash, folder] = process.argv.slice(2)
const program = new Program(`${folder}/all`)
const asked = new Program(`${folder}/bash`)
const module = await load(all)
const host = module.instance()
const child = { id: "a1", file: "/t/main/a1.jsonl", parent: "/t/main.jsonl" }

await run({
  ...alike({ module, few: await load(bash), program, asked }),
  async "gives a changed input back, without what the host has derived"() {
    program.plan({ PreToolUse: { reply: { input: { command: "ls" } } } })
    const input = { command: "rm", timeout: 5 }
    assert.deepEqual(await host.call("bash", input), { input: { command: "ls" } })
    assert.deepEqual(input, { command: "rm", timeout: 5 })
    program.plan({ PreToolUse: { reply: { input: { input: "[b#1]", path: "b", paths: ["b"] } } } })
    assert.deepEqual(await host.call("edit", {}), { input: { input: "[b#1]" } })
    program.plan({ PreToolUse: { reply: { input: { path: "b", content: "" } } } })
    assert.deepEqual(await host.call("write", { path: "a" }), { input: { path: "b", content: "" } })
  },
  async "asks about the call in a device, not about the write to it"() {
    program.plan({ PreToolUse: { reply: { deny: "no" } }, PostToolUse: { reply: { output: "new" } } })
    assert.equal(await host.call("write", { path: "xd://bash", content: "{}" }), undefined)
    assert.equal(await host.result("was", { toolName: "write", input: { path: "xd://bash" } }), undefined)
    for (const path of ["xd:/a", "xd://a/b", "a/xd://b", undefined]) assert.ok(await host.call("write", { path }), path)
  },
  async "keeps a denied prompt from the model where the host lets it"() {
    program.plan({ UserPromptSubmit: { reply: { deny: "no secrets" } } })
    assert.deepEqual(await host.fire("input", { text: "secret" }), { handled: true })
    assert.equal(module.shown.at(-1), "no secrets")
  },
  async "takes a switch for a start"() {
    program.plan({})
    await host.fire("session_switch", { reason: "new" }, { id: "switched" })
    assert.equal(program.asked("SessionStart", "switched")[0].source, "new")
  },
  async "tells of a subagent's start and end, of its prompt once, and of nothing else of it"() {
    program.plan({ SubagentStart: { reply: { context: "be brief" } }, UserPromptSubmit: { reply: { deny: "no" } } })
    const { fire } = module.instance()
    await fire("session_start", {}, child)
    const { message } = await fire("before_agent_start", { prompt: "do it" }, child)
    assert.equal(message.content, "be brief")
    assert.equal(await fire("before_agent_start", { prompt: "<system-reminder>" }, child), undefined)
    await fire("agent_end", { messages: [], willContinue: true }, child)
    const messages = [{ role: "assistant", content: [{ type: "text", text: "did it" }] }, { role: "user" }]
    await fire("agent_end", { messages }, child)
    await fire("agent_end", { messages }, { id: "main" })
    await fire("session_shutdown", {}, child)
    const events = program.log().filter((entry) => entry.payload?.session_id === "a1").map((entry) => entry.event)
    assert.deepEqual(events, ["SubagentStart", "SubagentStop"])
    assert.equal(program.asked("SubagentStart", "a1")[0].is_subagent, true)
    assert.equal(program.asked("SubagentStop", "a1")[0].last_assistant_message, "did it")
    assert.equal(program.asked("SubagentStop", "main").length, 0)
    const fork = { id: "fork", file: "/t/fork.jsonl", parent: "/t/main.jsonl" }
    await host.fire("session_start", {}, fork)
    assert.equal(program.asked("SessionStart", "fork").length, 1)
  },
  async "goes on as told, not for ever"() {
    program.plan({ Stop: { reply: { deny: "run the tests" } } })
    const stop = (stop_hook_active) => host.fire("session_stop", { stop_hook_active, messages: [] }, { id: "stop" })
    assert.deepEqual(await stop(false), { decision: "block", reason: "run the tests" })
    for (let i = 0; i < 7; i++) assert.ok(await stop(true))
    assert.equal(await stop(true), undefined)
    assert.ok(await stop(false))
  },
  async "gives text to the summary of a compaction"() {
    program.plan({ PreCompact: { reply: { context: "keep the names" } } })
    assert.equal(await host.fire("session_before_compact", {}), undefined)
    assert.deepEqual(await host.fire("session.compacting"), { context: ["keep the names"] })
    program.plan({})
    await host.fire("session_before_compact", {})
    assert.equal(await host.fire("session.compacting"), undefined)
  },
  async "tells of a question about a call"() {
    await host.fire("tool_approval_requested", { toolName: "bash", reason: "exec" }, { id: "n" })
    await host.fire("tool_approval_requested", { toolName: "bash" }, { id: "n" })
    const messages = program.asked("Notification", "n").map((payload) => payload.message)
    assert.deepEqual(messages, ["Permission needed: bash: exec", "Permission needed: bash"])
  },
  async "keeps nothing of a result but its parts"() {
    program.plan({ PostToolUse: { reply: { context: "more" } } })
    const image = { type: "image", data: "" }
    const { content, ...rest } = await host.result("", { content: [image], details: { x: 1 } })
    assert.deepEqual([content[0], texts(content)[1], rest], [image, "more", {}])
  },
})
