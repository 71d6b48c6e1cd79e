// What the OpenCode module makes of each event and each answer.
//   opencode.mjs ALL BASH FOLDER      module files (every event; PreToolUse on bash only), and the program's folders
import assert from "node:assert/strict"
import { Program, load, rejection, run } from "./cases.mjs"

const [all, bash, folder] = process.argv.slice(2)
const program = new Program(`${folder}/all`)
const tick = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

const host = await load(all, { parents: { child: "s-prompt" } })
const { hooks, event, before, prompt } = host
const after = async (sessionID, output) => {
  await hooks["tool.execute.after"]({ tool: "bash", sessionID, callID: "c", args: {} }, output)
  return output
}
/** One whole turn as the bus tells it. */
const turn = async (id, text = "hi") => {
  await prompt(id, text)
  await event("session.status", { sessionID: id, status: { type: "busy" } })
  await Promise.all([1, 2, 3].map(() => event("session.idle", { sessionID: id })))
}
const texts = (parts) => parts.map((part) => part.text)

await run({
  async "exports one plugin"() {
    assert.deepEqual(Object.keys(host.module), ["default"])
    assert.equal(host.module.default.id, "acme.hookwright")
  },
  async "denies with exactly the reason"() {
    for (const deny of ["use git clean", "first\nsecond", "Error: x"]) {
      assert.equal(await rejection(before("s", { plan: { reply: { deny } } })), deny)
    }
    assert.equal(await rejection(before("s", { plan: { reply: { deny: "" } } })), "denied by acme")
  },
  async "changes the input in place"() {
    const args = { command: "rm", timeout: 5, plan: { reply: { input: { command: "ls", description: "d" } } } }
    assert.equal(await before("s", args), args)
    assert.deepEqual(args, { command: "ls", description: "d" })
  },
  async "stays open when the host's objects are not as expected"() {
    await hooks["tool.execute.before"](undefined, undefined)
    await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "x" }, {})
    await hooks["tool.execute.after"]({ tool: "bash" }, undefined)
    await hooks["chat.message"]({}, {})
    await hooks["experimental.chat.system.transform"]({}, {})
    await hooks["experimental.session.compacting"]({}, {})
    const types = ["created", "idle", "status", "error", "compacted", "deleted"].map((type) => `session.${type}`)
    for (const type of [...types, "permission.asked", "message.part.updated", "x"]) {
      await hooks.event({ event: { type } })
      await hooks.event({ event: { type, properties: {} } })
    }
  },
  async "asks only about the tools that are bound"() {
    const few = await load(bash)
    const asked = new Program(`${folder}/bash`)
    const plan = { reply: { deny: "no" } }
    assert.deepEqual(Object.keys(few.hooks).sort(), ["chat.message", "dispose", "event", "tool.execute.before"])
    assert.deepEqual(await few.before("s", { plan }, "read"), { plan })
    assert.equal(asked.starts(), 0)
    assert.equal(await rejection(few.before("s", { plan })), "no")
    await few.hooks.dispose()
  },
  async "says what the host does not repeat"() {
    await event("session.created", { sessionID: "kid", info: { id: "kid", parentID: "s" } })
    await prompt("kid", "do it")
    await before("kid", {})
    const [asked] = program.asked("PreToolUse", "kid")
    const { session_id, agent_id, agent, is_subagent, directory, worktree, input } = asked
    assert.deepEqual([session_id, agent_id, agent, is_subagent, input.tool], ["kid", "kid", "build", true, "bash"])
    assert.deepEqual([directory, worktree], [process.cwd(), "/work tree"])
    assert.equal(program.asked("SubagentStart", "kid").length, 1)
    assert.equal(program.asked("UserPromptSubmit", "kid").length, 0)
  },
  async "adds to and replaces a result, of both shapes"() {
    program.plan({ PostToolUse: { reply: { context: "more", deny: "look again" } } })
    assert.equal((await after("s", { output: "was" })).output, "was\n\nlook again\n\nmore")
    const content = [{ type: "text", text: "was" }]
    assert.equal((await after("s", { content })).content, content)
    assert.deepEqual(texts(content), ["was", "look again", "more"])
    program.plan({ PostToolUse: { reply: { output: "new", context: "more" } } })
    assert.equal((await after("s", { output: "was" })).output, "new\n\nmore")
    const mixed = { content: [{ type: "image" }, { type: "text", text: "was" }] }
    assert.deepEqual(texts((await after("s", mixed)).content), ["new", "more"])
    assert.ok(!("output" in (await after("s", { content: [] }))))
  },
  async "gives context to the first prompt of a session, and to each prompt"() {
    program.plan({ SessionStart: { reply: { context: "start" } }, UserPromptSubmit: { reply: { context: "each" } } })
    await event("session.created", { sessionID: "s-prompt", info: { id: "s-prompt" } })
    const parts = await prompt("s-prompt", "hello")
    assert.deepEqual(texts(parts), ["hello", "start", "each"])
    const ids = parts.map((part) => part.id)
    assert.deepEqual([...ids].sort(), ids)
    for (const part of parts) {
      assert.match(part.id, /^prt_/)
      assert.deepEqual([part.sessionID, part.messageID], ["s-prompt", parts[0].messageID])
    }
    assert.match(ids[1], /^prt_[0-9a-f]{12}[0-9a-z]{14}$/)
    assert.deepEqual(texts(await prompt("s-prompt", "again")), ["again", "each"])
    assert.equal(program.asked("SessionStart", "s-prompt")[0].source, "startup")
    await prompt("older", "hello")
    assert.equal(program.asked("SessionStart", "older")[0].source, "resume")
  },
  async "asks the host whose an older session is, and does without an answer"() {
    program.plan({ UserPromptSubmit: { reply: { deny: "no" } } })
    await prompt("child", "hello")
    assert.equal(program.asked("SubagentStart", "child").length, 1)
    const { get } = host.client.session
    host.client.session.get = async () => { throw new Error("gone") }
    assert.ok(!texts(await prompt("lost", "secret")).includes("secret"))
    host.client.session.get = get
  },
  async "keeps a denied prompt from the model and ends its turn with the reason"() {
    const system = (sessionID) => hooks["experimental.chat.system.transform"]({ sessionID }, { system: [] })
    program.plan({ SessionStart: { reply: { context: "start" } }, UserPromptSubmit: { reply: { deny: "no secrets" } } })
    const parts = await prompt("s-deny", "my secret")
    assert.deepEqual(texts(parts), ["(A prompt was withheld by acme.)", "start"])
    assert.equal(await rejection(system("s-deny")), "no secrets")
    await system("another")
    await event("session.status", { sessionID: "s-deny", status: { type: "busy" } })
    await event("session.idle", { sessionID: "s-deny" })
    await system("s-deny")
    assert.equal(program.asked("Stop", "s-deny").length, 0)
    program.plan({})
    await prompt("s-deny", "fine")
    await event("session.status", { sessionID: "s-deny", status: { type: "busy" } })
    program.plan({ UserPromptSubmit: { reply: { deny: "no secrets" } } })
    assert.deepEqual(texts(await prompt("s-deny", "secret")), ["(A prompt was withheld by acme.)"])
    await system("s-deny") // a turn is running: it goes on
    assert.equal(host.called("showToast").at(-1).body.message, "no secrets")
  },
  async "asks once at the end of a turn and goes on as told"() {
    program.plan({ Stop: { reply: { deny: "run the tests" } } })
    await turn("s-stop")
    assert.deepEqual(program.asked("Stop", "s-stop").map((p) => p.stop_hook_active), [false])
    const [{ path, body }] = host.called("promptAsync")
    assert.deepEqual([path.id, body.agent, texts(body.parts)], ["s-stop", "build", ["run the tests"]])
    assert.deepEqual(body.model, { providerID: "p", modelID: "m" })
    for (let i = 0; i < 8; i++) await turn("s-stop", "run the tests")
    assert.deepEqual(program.asked("Stop", "s-stop").map((p) => p.stop_hook_active).slice(1, 4), [true, true, true])
    assert.equal(host.called("promptAsync").length, 8)
    await turn("s-stop", "a prompt of the user")
    assert.equal(host.called("promptAsync").length, 9)
    assert.deepEqual(program.asked("Stop", "s-stop").at(-1).stop_hook_active, false)
    assert.equal(program.asked("UserPromptSubmit", "s-stop").length, 2)
  },
  async "does not carry on what the user has stopped"() {
    await prompt("s-abort", "hi")
    await event("session.status", { sessionID: "s-abort", status: { type: "busy" } })
    await event("session.error", { sessionID: "s-abort", error: { name: "MessageAbortedError" } })
    await event("session.idle", { sessionID: "s-abort" })
    assert.equal(program.asked("Stop", "s-abort").length, 0)
  },
  async "tells of a sub-agent's end"() {
    program.plan({ SubagentStop: { reply: { deny: "go on" } } })
    const before = host.called("promptAsync").length
    await turn("kid")
    assert.equal(program.asked("SubagentStop", "kid").length, 1)
    assert.equal(program.asked("Stop", "kid").length, 0)
    assert.equal(host.called("promptAsync").length, before)
  },
  async "answers a permission, with the call that it is for"() {
    const input = { tool: "bash", sessionID: "s-perm", callID: "call_p" }
    await hooks["tool.execute.before"](input, { args: { command: "ls" } })
    const about = { sessionID: "s-perm", permission: "bash", tool: { callID: "call_p" } }
    const asked = (id) => event("permission.asked", { id, ...about })
    for (const reply of [{}, { allow: true }, { deny: "not here" }]) {
      program.plan({ PermissionRequest: { reply } })
      await asked(`per_${JSON.stringify(reply)}`)
    }
    const replies = host.called("post").map((request) => request.body)
    assert.deepEqual(replies, [{ reply: "once" }, { reply: "reject", message: "not here" }])
    assert.equal(host.called("post")[0].url, '/permission/per_{"allow":true}/reply')
    const [{ tool_name, tool_input }] = program.asked("PermissionRequest", "s-perm")
    assert.deepEqual([tool_name, tool_input], ["bash", { command: "ls" }])
    assert.equal(program.asked("Notification", "s-perm").length, 1)
    host.client._client.post = async () => ({ error: "404" })
    await asked("per_old")
    const [older] = host.called("postSessionIdPermissionsPermissionId")
    assert.deepEqual(older, { path: { id: "s-perm", permissionID: "per_old" }, body: { response: "reject" } })
  },
  async "tells of a failed call once, and not of one that it denied"() {
    const failed = (callID) => event("message.part.updated", {
      sessionID: "s-fail",
      part: { type: "tool", tool: "glob", callID, sessionID: "s-fail", state: { status: "error", error: "no rg" } },
    })
    const call = { tool: "bash", sessionID: "s-fail", callID: "call_denied" }
    await rejection(hooks["tool.execute.before"](call, { args: { plan: { reply: { deny: "no" } } } }))
    for (const id of ["call_denied", "call_f", "call_f"]) await failed(id)
    const told = program.asked("PostToolUseFailure", "s-fail")
    assert.deepEqual(told.map((payload) => payload.event.properties.part.callID), ["call_f"])
  },
  async "tells of compaction and adds to its prompt"() {
    program.plan({ PreCompact: { reply: { context: "keep the names" } } })
    const output = { context: [] }
    await hooks["experimental.session.compacting"]({ sessionID: "s-compact" }, output)
    await event("session.compacted", { sessionID: "s-compact" })
    assert.deepEqual(output.context, ["keep the names"])
    assert.equal(program.asked("PostCompact", "s-compact").length, 1)
  },
  async "shows the user a message"() {
    await before("s", { plan: { reply: { message: "be careful" } } })
    await tick()
    assert.equal(host.called("showToast").at(-1).body.message, "be careful")
  },
  async "tells of the end of each session once"() {
    program.plan({})
    await event("session.deleted", { sessionID: "s-prompt", info: { id: "s-prompt" } })
    await hooks.dispose()
    const ended = program.log().filter((entry) => entry.event === "SessionEnd").map((entry) => entry.payload)
    const ends = ended.map(({ session_id, reason }) => `${session_id} ${reason}`).filter((end) => !end.startsWith("undefined"))
    assert.deepEqual(ends.sort(), ["lost exit", "older exit", "s-abort exit", "s-deny exit", "s-prompt deleted", "s-stop exit"])
  },
})
