// What the module does at Amp for each event and each answer.
//   amp.mjs ALL SHELL FOLDER      module files (every event; PreToolUse on Bash only), and the programs' folders
import assert from "node:assert/strict"
import { Program, run } from "./cases.mjs"

const [all, shell, folder] = process.argv.slice(2)
const program = new Program(`${folder}/all`)
const asked = (event, id) => {
  const entries = program.log().filter((entry) => entry.event === event && (!id || entry.payload.thread.id === id))
  return entries.map((entry) => entry.payload)
}

/** A host that notes what the plugin makes it do. `confirm` is what its user answers. */
async function load(file, confirm = async () => true) {
  const module = await import(file)
  const handlers = {}
  const disposers = []
  const calls = []
  const ui = { notify: async (text) => void calls.push(text), confirm: (options) => (calls.push(options), confirm(options)) }
  module.default({
    ui,
    system: { workspaceRoot: { fsPath: folder } },
    helpers: { filePathFromURI: (uri) => uri.fsPath },
    on: (name, handler) => void (handlers[name] = handler),
    onDispose: (dispose) => void disposers.push(dispose),
  })
  const fire = (name, id, more) => handlers[name]({ thread: { id }, ...more }, { ui })
  return { module, handlers, calls, fire, dispose: () => Promise.all(disposers.map((it) => it())) }
}

let user = async () => true
const host = await load(all, (options) => user(options))
const { fire } = host
let serial = 0
const call = (input = {}, tool = "Bash") => ({ toolUseID: `toolu_${++serial}`, tool, input })
const before = (input, id = "T-1") => fire("tool.call", id, call(input))
const after = (output, more) => fire("tool.result", "T-1", { ...call(), status: "done", output, ...more })
const prompt = (id, message = "hi") => fire("agent.start", id, { message, id: 1 })
const end = (id, more) => fire("agent.end", id, { message: "hi", id: 1, status: "done", messages: [], ...more })

await run({
  async "handles what is bound, and starts no program before the first question"() {
    const few = await load(shell)
    assert.deepEqual(Object.keys(few.handlers), ["tool.call"])
    const it = new Program(`${folder}/shell`)
    it.plan({ PreToolUse: { reply: { deny: "no" } } })
    assert.deepEqual(await few.fire("tool.call", "T-1", call({}, "Read")), { action: "allow" })
    assert.equal(it.starts(), 0)
    assert.deepEqual(await few.fire("tool.call", "T-1", call()), { action: "reject-and-continue", message: "no" })
    await few.dispose()
    assert.ok(it.log().some((entry) => entry.ended))
    assert.equal(host.module.description, "The hooks of acme.")
  },
  async "denies with exactly the reason"() {
    program.plan({ PreToolUse: { reply: { deny: "first\nsecond" } } })
    assert.deepEqual(await before(), { action: "reject-and-continue", message: "first\nsecond" })
    program.plan({ PreToolUse: { reply: { deny: "" } } })
    assert.deepEqual(await before(), { action: "reject-and-continue", message: "denied by acme" })
  },
  async "changes an input, or has no opinion"() {
    program.plan({ PreToolUse: { reply: { input: { cmd: "ls" } } } })
    assert.deepEqual(await before({ cmd: "rm" }), { action: "modify", input: { cmd: "ls" } })
    const { thread, input, directory } = asked("PreToolUse", "T-1").at(-1)
    assert.deepEqual([thread, input, directory], [{ id: "T-1" }, { cmd: "rm" }, folder])
    program.plan({ PreToolUse: { reply: { allow: true } } })
    assert.deepEqual(await before(), { action: "allow" })
  },
  async "has the user asked, and takes silence for a no"() {
    program.plan({ PreToolUse: { reply: { ask: "It deletes.", input: { cmd: "ls" } } } })
    assert.deepEqual(await before(), { action: "modify", input: { cmd: "ls" } })
    assert.deepEqual(host.calls.at(-1), { title: "Allow Bash?", message: "It deletes.", confirmButtonText: "Allow" })
    const answers = [async () => false, async () => undefined, () => Promise.reject(new Error("no UI"))]
    for (const [n, said] of ["did not allow", "did not allow", "nobody is there"].entries()) {
      user = answers[n]
      const { action, message } = await before()
      assert.equal(action, "reject-and-continue")
      assert.ok(message.startsWith("It deletes.\n\n") && message.includes(said), message)
    }
    program.plan({ PreToolUse: { reply: { ask: "sure?", deny: "no" } } })
    assert.equal((await before()).message, "no")
  },
  async "gives context to the first prompt of a thread, and to each prompt"() {
    program.plan({ SessionStart: { reply: { context: "start" } }, UserPromptSubmit: { reply: { context: "each" } } })
    await fire("session.start", "T-2")
    await fire("session.start", "T-2")
    assert.deepEqual(await prompt("T-2"), { message: { content: "start\n\neach" } })
    assert.deepEqual(await prompt("T-2"), { message: { content: "each" } })
    assert.equal(asked("SessionStart", "T-2").length, 1)
    assert.equal(asked("UserPromptSubmit", "T-2")[0].message, "hi")
    assert.deepEqual(await prompt("T-3"), { message: { content: "start\n\neach" } })
    program.plan({})
    assert.deepEqual(await prompt("T-2"), {})
  },
  async "replaces a result in its own form"() {
    program.plan({ PostToolUse: { reply: { output: "new" } } })
    assert.deepEqual(await after({ output: "was", exitCode: 3 }), { status: "done", output: { output: "new", exitCode: 3 } })
    assert.deepEqual(await after("was"), { status: "done", output: "new" })
    assert.deepEqual(await after([{ type: "text", text: "was" }]), { status: "done", output: "new" })
  },
  async "adds to a result of any form"() {
    program.plan({ PostToolUse: { reply: { context: "more", deny: "look again" } } })
    const more = "look again\n\nmore"
    assert.deepEqual((await after({ output: "was\n", exitCode: 0 })).output, { output: `was\n\n${more}`, exitCode: 0 })
    assert.deepEqual((await after("was")).output, `was\n\n${more}`)
    assert.deepEqual((await after([{ type: "image" }])).output, [{ type: "image" }, { type: "text", text: more }])
    assert.deepEqual((await after({ rows: 1 })).output, `{"rows":1}\n\n${more}`)
    assert.deepEqual((await after(undefined)).output, more)
    program.plan({})
    assert.equal(await after("was"), undefined)
  },
  async "tells of a failed call, and not of one that it denied"() {
    program.plan({ PreToolUse: { reply: { deny: "no" } }, PostToolUseFailure: { reply: { context: "try again" } } })
    const failed = { status: "error", error: "broken", output: undefined }
    assert.deepEqual(await after(undefined, failed), { ...failed, error: "broken\n\ntry again" })
    const denied = call()
    await fire("tool.call", "T-1", denied)
    assert.equal(await fire("tool.result", "T-1", { ...denied, ...failed }), undefined)
    assert.equal(await after(undefined, { status: "cancelled" }), undefined)
    assert.equal(asked("PostToolUseFailure").length, 1)
  },
  async "goes on as told, and knows that it did"() {
    program.plan({ Stop: { reply: { deny: "run the tests" } } })
    const messages = [{ role: "assistant", content: [{ type: "thinking" }, { type: "text", text: "done" }] }, { role: "info", content: [] }]
    assert.deepEqual(await end("T-4", { messages }), { action: "continue", userMessage: "run the tests" })
    assert.deepEqual(await prompt("T-4", "run the tests"), {})
    await end("T-4")
    const [first, second] = asked("Stop", "T-4")
    assert.deepEqual([first.stop_hook_active, second.stop_hook_active], [false, true])
    assert.deepEqual([first.last_assistant_message, first.messages], ["done", undefined])
    await prompt("T-4", "a prompt of the user")
    program.plan({})
    assert.equal(await end("T-4"), undefined)
    assert.equal(asked("Stop", "T-4").at(-1).stop_hook_active, false)
    assert.equal(asked("UserPromptSubmit", "T-4").length, 1)
  },
  async "does not carry on what the user has stopped"() {
    program.plan({ Stop: { reply: { deny: "go on" } } })
    for (const status of ["cancelled", "error"]) assert.equal(await end("T-5", { status }), undefined)
    assert.equal(asked("Stop", "T-5").length, 0)
  },
  async "shows the user a message"() {
    program.plan({ PreToolUse: { reply: { message: "be careful" } } })
    await before()
    assert.equal(host.calls.at(-1), "be careful")
  },
  async "never fails, for an error would stop the thread"() {
    for (const [name, handler] of Object.entries(host.handlers)) {
      const otherwise = { "tool.call": { action: "allow" }, "agent.start": {} }[name]
      assert.deepEqual(await handler(undefined, undefined), otherwise, name)
    }
    program.plan({ PreToolUse: { act: "die" } })
    assert.deepEqual(await before(), { action: "allow" })
  },
  async "tells of the end of each thread, and ends the program"() {
    program.plan({})
    await host.dispose()
    const ids = asked("SessionEnd").map(({ thread, reason }) => `${thread.id} ${reason}`)
    assert.deepEqual(ids.sort(), ["T-2 exit", "T-3 exit", "T-4 exit"])
    assert.ok(program.log().some((entry) => entry.ended))
  },
})
