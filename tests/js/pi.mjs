// What the module does at Pi for each event and each answer.
//   pi.mjs ALL BASH FOLDER      module files (every event; PreToolUse on bash only), and the programs' folders
import assert from "node:assert/strict"
import { Program, run } from "./cases.mjs"
import { alike, load } from "./pi-host.mjs"

const [all, bash, folder] = process.argv.slice(2)
const program = new Program(`${folder}/all`)
const asked = new Program(`${folder}/bash`)
const module = await load(all)
const host = module.instance()

const assistant = (text) => {
  return { role: "assistant", content: [{ type: "thinking", thinking: "…" }, { type: "text", text }] }
}
const settle = (event = {}) => {
  const context = { llmMessages: [{ role: "user", content: "hi" }, assistant("was"), assistant("done")] }
  const settling = { outcome: "completed", entries: [{ type: "custom" }], continue: false, context, ...event }
  return host.fire("agent_before_settle", settling, { id: "stop" })
}

await run({
  ...alike({ module, few: await load(bash), program, asked }),
  async "changes the input in place"() {
    program.plan({ PreToolUse: { reply: { input: { command: "ls", description: "d" } } } })
    const input = { command: "rm", timeout: 5 }
    assert.equal(await host.call("bash", input), undefined)
    assert.deepEqual(input, { command: "ls", description: "d" })
  },
  async "keeps what is structured of a result that it only adds to"() {
    program.plan({ PostToolUse: { reply: { context: "more" } } })
    assert.deepEqual((await host.result("was", { structuredContent: [1] })).structuredContent, [1])
    program.plan({ PostToolUse: { reply: { output: "new" } } })
    assert.ok(!("structuredContent" in (await host.result("was", { structuredContent: [1] }))))
  },
  async "keeps a denied prompt from the model, and shows why"() {
    program.plan({ UserPromptSubmit: { reply: { deny: "no secrets" } } })
    assert.deepEqual(await host.fire("input", { text: "secret" }), { action: "handled" })
    assert.equal(module.shown.at(-1), "no secrets")
  },
  async "gives context to a prompt that joins a run, and none to an extension's message"() {
    program.plan({ UserPromptSubmit: { reply: { context: "each" } } })
    const joined = await host.fire("input", { text: "also", images: [1], streamingBehavior: "steer" })
    assert.deepEqual(joined, { action: "transform", text: "also\n\neach", images: [1] })
    program.plan({})
    assert.equal(await host.fire("input", { text: "also", streamingBehavior: "steer" }), undefined)
    assert.equal(await host.fire("before_agent_start", { messageType: "custom", message: {} }), undefined)
  },
  async "goes on as told, not for ever, and begins to count anew at each prompt"() {
    program.plan({ Stop: { reply: { deny: "run the tests" } } })
    const { entries, ...rest } = await settle()
    assert.deepEqual(rest, { continue: true })
    assert.deepEqual(entries, [
      { type: "custom" },
      { type: "custom_message", customType: "acme", content: "run the tests", display: false },
    ])
    for (let i = 0; i < 7; i++) assert.ok(await settle())
    assert.equal(await settle(), undefined)
    await host.fire("before_agent_start", { messageType: "user", prompt: "hi" })
    assert.ok(await settle())
    const payloads = program.asked("Stop", "stop")
    assert.deepEqual(payloads.map((payload) => payload.stop_hook_active).slice(0, 3), [false, true, true])
    assert.equal(payloads.at(-1).stop_hook_active, false)
    assert.deepEqual([payloads[0].last_assistant_message, payloads[0].context], ["done", undefined])
  },
  async "asks about no end that is none"() {
    const before = program.asked("Stop", "stop").length
    for (const event of [{ outcome: "aborted" }, { outcome: "error" }, { continue: true }]) await settle(event)
    assert.equal(program.asked("Stop", "stop").length, before)
  },
  async "tells of a dialog"() {
    await host.fire("ui_prompt_start", { kind: "confirm", title: "Sure?" }, { id: "n" })
    await host.fire("ui_prompt_start", { kind: "select" }, { id: "n" })
    const messages = program.asked("Notification", "n").map((payload) => payload.message)
    assert.deepEqual(messages, ["Sure?", "A question is waiting: select"])
  },
  async "takes a reload for neither an end nor a start"() {
    const { fire } = module.instance()
    await fire("session_start", { reason: "reload" }, { id: "r" })
    await fire("session_shutdown", { reason: "reload" }, { id: "r" })
    assert.deepEqual(["SessionStart", "SessionEnd"].map((event) => program.asked(event, "r").length), [0, 0])
    await fire("session_start", { reason: "fork" }, { id: "f" })
    assert.equal(program.asked("SessionStart", "f").length, 0, "its program has ended")
  },
})
