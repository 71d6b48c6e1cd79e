// A stand-in for Pi and for what was forked from it: it notes what the module registers and makes it do.
import assert from "node:assert/strict"

/** `instance` is one call of the factory: a session has its own. */
export async function load(file) {
  const { default: factory } = await import(file)
  const shown = []
  const asked = []
  const instance = () => {
    const hooks = {}
    const sent = []
    factory({
      on: (name, hook) => void (hooks[name] ??= []).push(hook),
      sendMessage: (message, options) => void sent.push(options ? [message.content, options] : message.content),
    })
    /** Fires an event at each of its hooks, as the host does; the last result counts. */
    const fire = async (name, event = {}, of = {}) => {
      const { id = "s", entries = [], parent, file = `/t/${id}.jsonl`, ...rest } = of
      const ctx = {
        cwd: "/acme", mode: "tui", hasUI: true, model: { id: "mock" },
        ui: {
          notify: (text) => void shown.push(text),
          confirm: async (_title, text) => (asked.push(text), !text.includes("no")),
        },
        sessionManager: {
          getSessionId: () => id, getSessionFile: () => file, getEntries: () => entries,
          getHeader: () => ({ parentSession: parent }),
        },
        ...rest,
      }
      let result
      for (const hook of hooks[name] ?? []) result = (await hook({ type: name, ...event }, ctx)) ?? result
      return result
    }
    const call = async (toolName, input, of) => fire("tool_call", { toolName, toolCallId: "c", input }, of)
    const result = (text, event = {}) => {
      const content = [{ type: "text", text }]
      return fire("tool_result", { toolName: "bash", toolCallId: "c", input: {}, content, isError: false, ...event })
    }
    return { hooks, sent, fire, call, result }
  }
  return { instance, shown, asked }
}

export const texts = (content) => content.map((part) => part.text)

/** What both are to do alike. */
export function alike({ module, few, program, asked }) {
  const { instance, shown } = module
  const host = instance()
  const told = (event, session) => program.asked(event, session)
  return {
    async "registers what is bound"() {
      const { hooks, call, fire } = few.instance()
      assert.deepEqual(Object.keys(hooks).sort(), ["session_shutdown", "tool_call"])
      asked.plan({ PreToolUse: { reply: { deny: "no" } } })
      assert.equal(await call("read", {}), undefined)
      assert.equal(asked.starts(), 0)
      assert.deepEqual(await call("bash", {}), { block: true, reason: "no" })
      await fire("session_shutdown")
      assert.ok(asked.log().some((entry) => entry.ended))
    },
    async "denies with exactly the reason"() {
      program.plan({ PreToolUse: { reply: { deny: "first\nsecond" } } })
      assert.deepEqual(await host.call("bash", { command: "rm" }), { block: true, reason: "first\nsecond" })
      program.plan({ PreToolUse: { reply: { deny: "" } } })
      assert.deepEqual(await host.call("bash", { command: "rm" }), { block: true, reason: "denied by acme" })
    },
    async "asks the user, about the call as it is changed, and takes no answer for a no"() {
      program.plan({ PreToolUse: { reply: { ask: "sure?" } } })
      assert.equal(await host.call("bash", { command: "rm" }), undefined)
      assert.equal(module.asked.at(-1), 'sure?\n\nbash {"command":"rm"}')
      const refused = { block: true, reason: "The user said no. not sure?" }
      program.plan({ PreToolUse: { reply: { ask: "not sure?", input: { command: "ls" } } } })
      assert.deepEqual(await host.call("bash", { command: "rm" }), refused)
      assert.equal(module.asked.at(-1), 'not sure?\n\nbash {"command":"ls"}')
      program.plan({ PreToolUse: { reply: { ask: "sure?" } } })
      const nobody = { block: true, reason: "Nobody is there to be asked. sure?" }
      assert.deepEqual(await host.call("bash", {}, { hasUI: false, ui: {} }), nobody)
    },
    async "says whose the event is"() {
      const [payload] = told("PreToolUse", "s")
      const { transcript_path, cwd, model, toolName, input } = payload
      assert.deepEqual([transcript_path, cwd, model, toolName], ["/t/s.jsonl", "/acme", "mock", "bash"])
      assert.deepEqual(input, { command: "rm" })
    },
    async "throws nothing, whatever the host's objects are"() {
      for (const [name, hooks] of Object.entries(instance().hooks)) {
        if (name === "session_shutdown") continue
        for (const hook of hooks) {
          for (const [event, ctx] of [[undefined, undefined], [{}, {}], [{ type: name }, { sessionManager: {} }]]) {
            assert.equal(await hook(event, ctx), undefined, name)
          }
        }
      }
    },
    async "adds to and replaces a result"() {
      program.plan({ PostToolUse: { reply: { context: "more", deny: "look again" } } })
      assert.deepEqual(texts((await host.result("was")).content), ["was", "look again", "more"])
      program.plan({ PostToolUse: { reply: { output: "new", context: "more" } } })
      assert.deepEqual(texts((await host.result("was")).content), ["new", "more"])
      program.plan({})
      assert.equal(await host.result("was"), undefined)
    },
    async "tells of a failed call as such"() {
      program.plan({ PostToolUseFailure: { reply: { context: "try again" } } })
      assert.deepEqual(texts((await host.result("exit 3", { isError: true })).content), ["exit 3", "try again"])
    },
    async "tells where a session comes from, and gives it context"() {
      program.plan({ SessionStart: { reply: { context: "start" } } })
      const entries = [{ type: "model_change" }, { type: "message" }]
      await host.fire("session_start", {}, { id: "new" })
      await host.fire("session_start", {}, { id: "old", entries })
      assert.deepEqual(["new", "old"].map((id) => told("SessionStart", id)[0].source), ["startup", "resume"])
      assert.deepEqual(host.sent, ["start", "start"])
    },
    async "asks about a prompt once, and gives it context"() {
      program.plan({ UserPromptSubmit: { reply: { context: "each" } } })
      assert.equal(await host.fire("input", { text: "hi", source: "interactive" }, { id: "p" }), undefined)
      const { message } = await host.fire("before_agent_start", { prompt: "hi", systemPrompt: "long" }, { id: "p" })
      assert.deepEqual(message, { customType: "acme", content: "each", display: false })
      assert.deepEqual(told("UserPromptSubmit", "p").map((payload) => payload.text), ["hi"])
    },
    async "asks where there was no `input`, and tells the model what it cannot keep from it"() {
      program.plan({ UserPromptSubmit: { reply: { deny: "no secrets", context: "each" } } })
      const { message } = await host.fire("before_agent_start", { prompt: "hi", systemPrompt: "long" }, { id: "q" })
      assert.equal(message.content, "no secrets\n\neach")
      const [payload] = told("UserPromptSubmit", "q")
      assert.deepEqual([payload.prompt, payload.systemPrompt], ["hi", undefined])
    },
    async "cancels a compaction, and tells of one"() {
      program.plan({ PreCompact: { reply: { deny: "not now" } } })
      const event = { preparation: {}, branchEntries: [1], signal: AbortSignal.abort(), reason: "manual" }
      assert.deepEqual(await host.fire("session_before_compact", event, { id: "k" }), { cancel: true })
      assert.deepEqual(Object.keys(told("PreCompact", "k")[0]).filter((key) => key in event), ["signal", "reason"])
      await host.fire("session_compact", { reason: "manual" }, { id: "k" })
      assert.equal(told("PostCompact", "k").length, 1)
    },
    async "shows the user a message, on standard error without a screen"() {
      program.plan({ PreToolUse: { reply: { message: "be careful" } } })
      await host.call("bash", {})
      assert.equal(shown.at(-1), "be careful")
      const { error } = console
      const printed = []
      try {
        console.error = (text) => void printed.push(text)
        await host.call("bash", {}, { hasUI: false })
      } finally {
        console.error = error
      }
      assert.deepEqual(printed, ["be careful"])
    },
    async "does without a program that has ended"() {
      program.plan({ PreToolUse: { reply: { deny: "no" } } })
      const gone = instance()
      await gone.fire("session_shutdown", { reason: "quit" }, { id: "gone" })
      assert.equal(await gone.call("bash", {}), undefined)
      assert.equal(told("SessionEnd", "gone")[0].reason, "quit")
    },
  }
}
