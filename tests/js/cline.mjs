// What the module does at Cline for each event and each answer.
//   cline.mjs ALL SHELL FOLDER      module files (every event; PreToolUse on run_commands only), and the programs' folders
//   cline.mjs ALL                   the host's own process for plugins, until it is told to end
import assert from "node:assert/strict"
import { fork } from "node:child_process"
import { once } from "node:events"
import { Program, run } from "./cases.mjs"

const [all, shell, folder] = process.argv.slice(2)
let serial = 0
const text = (role, text) => ({ id: `m${++serial}`, role, content: [{ type: "text", text }], createdAt: 0 })
const user = (words) => text("user", `<user_input mode="act">${words}</user_input>`)
const snapshot = (more) => ({ agentId: "agent_1", conversationId: "conv_1", status: "running", iteration: 0, messages: [], ...more })
const call = (input = {}, toolName = "run_commands") => ({ type: "tool-call", toolCallId: `call_${++serial}`, toolName, input })

/** A host process of its own. */
async function load(file, sessionId = "s", directory = folder) {
  const { default: plugin } = await import(`${file}?${++serial}`)
  plugin.setup({}, { session: { sessionId }, workspaceInfo: { rootPath: directory } })
  const { beforeRun, beforeTool, afterTool, afterRun } = plugin.hooks
  const prompt = (words, more) => beforeRun({ snapshot: snapshot({ messages: [user(words)], ...more }) })
  const before = (toolCall, more) => beforeTool({ snapshot: snapshot(more), tool: {}, toolCall, input: toolCall.input })
  const after = (output, more) => {
    const [toolCall, result] = [more?.toolCall ?? call(), { output, ...(more?.failed && { isError: true }) }]
    return afterTool({ snapshot: snapshot(), tool: {}, toolCall, input: toolCall.input, result, durationMs: 7 })
  }
  return { plugin, prompt, before, after, afterRun }
}

if (!shell) {
  const { prompt } = await load(all, "s-end", process.cwd())
  await prompt("hi")
  process.send("begun")
  setInterval(() => {}, 1000)
} else {
  const program = new Program(`${folder}/all`)
  const asked = (event) => program.log().filter((entry) => entry.event === event).map((entry) => entry.payload)
  const last = (event) => asked(event).at(-1)
  const { plugin, prompt, before, after, afterRun } = await load(all)

  await run({
    async "is a plugin with hooks, and starts no program before the first question"() {
      assert.equal(plugin.name, "acme.hookwright")
      assert.deepEqual(plugin.manifest, { capabilities: ["hooks"] })
      assert.deepEqual(Object.keys(plugin.hooks).sort(), ["afterRun", "afterTool", "beforeRun", "beforeTool"])
      assert.equal(program.starts(), 0)
    },
    async "asks only about the tools that are bound"() {
      const few = await load(shell)
      const it = new Program(`${folder}/shell`)
      assert.deepEqual(Object.keys(few.plugin.hooks), ["beforeTool"])
      it.plan({ PreToolUse: { reply: { deny: "no" } } })
      assert.equal(await few.before(call({}, "read_files")), undefined)
      assert.equal(it.starts(), 0)
      assert.deepEqual(await few.before(call()), { skip: true, reason: "no" })
    },
    async "gives context to the first prompt of a conversation, and to each prompt"() {
      program.plan({ SessionStart: { reply: { context: "start" } }, UserPromptSubmit: { reply: { context: "each" } } })
      assert.deepEqual(await prompt("hello\nthere"), { appendContext: "start\n\neach" })
      assert.deepEqual(await prompt("again"), { appendContext: "each" })
      assert.equal(last("SessionStart").source, "startup")
      assert.deepEqual(asked("UserPromptSubmit").map((payload) => payload.prompt), ["hello\nthere", "again"])
      assert.equal(await prompt("x", { conversationId: "conv_2", messages: [user("a"), text("assistant", "b"), user("c")] }).then(() => last("SessionStart").source), "resume")
      program.plan({})
      assert.equal(await prompt("more"), undefined)
    },
    async "says what the host does not repeat, and not the whole conversation"() {
      const { session_id, directory, is_subagent, agent_id, snapshot } = last("UserPromptSubmit")
      assert.deepEqual([session_id, directory, is_subagent, agent_id], ["s", folder, false, undefined])
      assert.equal(snapshot.agentId, "agent_1")
      assert.equal(snapshot.messages, undefined)
      assert.equal(program.log().find((entry) => entry.started).cwd, folder)
    },
    async "takes words that are not wrapped as they are"() {
      await prompt("", { messages: [text("user", "plain <user_input>")] })
      assert.equal(last("UserPromptSubmit").prompt, "plain <user_input>")
      await prompt("", { messages: [] })
      assert.equal(last("UserPromptSubmit").prompt, "")
    },
    async "ends the run for a denied prompt"() {
      program.plan({ UserPromptSubmit: { reply: { deny: "no secrets" } } })
      assert.deepEqual(await prompt("my secret"), { stop: true, reason: "no secrets" })
    },
    async "denies one call with exactly the reason"() {
      program.plan({ PreToolUse: { reply: { deny: "first\nsecond" } } })
      assert.deepEqual(await before(call()), { skip: true, reason: "first\nsecond" })
      program.plan({ PreToolUse: { reply: { deny: "" } } })
      assert.deepEqual(await before(call()), { skip: true, reason: "denied by acme" })
    },
    async "has the host not ask"() {
      program.plan({ PreToolUse: { reply: { allow: true } } })
      assert.deepEqual(await before(call()), { policy: { autoApprove: true } })
    },
    async "changes an input, adds to the conversation, or says nothing"() {
      program.plan({ PreToolUse: { reply: { input: { commands: ["ls"] }, context: "more" } } })
      assert.deepEqual(await before(call({ commands: ["rm"] })), { input: { commands: ["ls"] }, appendContext: "more" })
      assert.deepEqual(last("PreToolUse").toolCall.input, { commands: ["rm"] })
      program.plan({})
      assert.deepEqual(await before(call()), {})
    },
    async "shows every form that a tool takes as the one that the model is shown"() {
      program.plan({})
      const shown = async (tool, input) => {
        await before(call(input, tool))
        return last("PreToolUse").toolCall.input
      }
      const commands = ["rm -rf x", { commands: "rm -rf x" }, ["rm -rf x"], { command: "rm -rf x" }, { cmd: "rm -rf x" }]
      const args = { command: "rm", args: ["-rf", "x"] }
      for (const input of [...commands, args, [args], { commands: args }, { commands: [args] }, { commands: ["rm -rf x"] }]) {
        assert.deepEqual(await shown("run_commands", input), { commands: ["rm -rf x"] }, JSON.stringify(input))
      }
      const files = ["a", ["a"], { files: "a" }, { files: ["a"] }, { paths: ["a"] }, { file_paths: "a" }, { path: "a" }]
      for (const input of [...files, { files: [{ path: "a" }] }]) {
        assert.deepEqual(await shown("read_files", input), { files: [{ path: "a" }] }, JSON.stringify(input))
      }
      assert.equal((await shown("read_files", [{ file_path: "a", start_line: 3 }])).files[0].path, "a")
      for (const input of ["x", ["x"], { queries: "x" }]) {
        assert.deepEqual(await shown("search_codebase", input), { queries: ["x"] })
      }
      assert.deepEqual(await shown("apply_patch", "*** Begin Patch"), { input: "*** Begin Patch" })
      assert.deepEqual(await shown("acme__lookup", { q: 1 }), { q: 1 })
    },
    async "adds to and replaces a result"() {
      program.plan({ PostToolUse: { reply: { output: "new", context: "more" } } })
      assert.deepEqual(await after([{ result: "was" }]), { result: { output: "new" }, appendContext: "more" })
      const { result, durationMs } = last("PostToolUse")
      assert.deepEqual([result, durationMs], [{ output: [{ result: "was" }] }, 7])
    },
    async "tells of a failed call, and not of one that it denied"() {
      program.plan({ PreToolUse: { reply: { deny: "no" } }, PostToolUseFailure: { reply: { context: "try again" } } })
      assert.deepEqual(await after({ error: "broken" }, { failed: true }), { appendContext: "try again" })
      const toolCall = call()
      await before(toolCall)
      assert.equal(await after({ error: "no" }, { failed: true, toolCall }), undefined)
      assert.equal(asked("PostToolUseFailure").length, 1)
    },
    async "tells sub-agents from the agent"() {
      program.plan({ SubagentStart: { reply: { context: "be brief" } } })
      const sub = { parentAgentId: "agent_1", agentId: "agent_2", conversationId: "conv_3" }
      assert.deepEqual(await prompt("", { ...sub, messages: [text("user", "say hi")] }), { appendContext: "be brief" })
      const { prompt: words, session_id, agent_id } = last("SubagentStart")
      assert.deepEqual([words, session_id, agent_id], ["say hi", "s", "agent_2"])
      const ended = (more, status = "completed") =>
        afterRun({ snapshot: snapshot(more), result: { status, iterations: 1, outputText: "done", messages: [1] } })
      await ended(sub)
      await ended()
      await ended({}, "aborted")
      assert.deepEqual([asked("SubagentStop").length, asked("Stop").length], [1, 1])
      assert.deepEqual(last("Stop").result, { status: "completed", iterations: 1, outputText: "done" })
    },
    async "never fails, and waits for no longer than its limit"() {
      for (const [name, hook] of Object.entries(plugin.hooks)) assert.equal(await hook({}), undefined, name)
      program.plan({ PreToolUse: { act: "silence" } })
      const start = performance.now()
      assert.deepEqual(await before(call()), {})
      assert.ok(performance.now() - start < 4500)
    },
    async "tells of the session's end when the host ends the process"() {
      const child = fork(process.argv[1], [all], { stdio: "inherit" })
      await once(child, "message")
      child.kill("SIGTERM")
      const [code] = await once(child, "exit")
      assert.equal(code, 0)
      assert.deepEqual([last("SessionEnd").session_id, last("SessionEnd").reason], ["s-end", "exit"])
    },
  })
}
