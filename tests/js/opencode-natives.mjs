// What the module of the OpenCode family does with events and hooks that are the host's own.
//   opencode-natives.mjs NATIVES FOLDER      the module file with `file.edited` and `chat.params`, and its program's folder
import assert from "node:assert/strict"
import { Program, load, run } from "./cases.mjs"

const [natives, folder] = process.argv.slice(2)
const program = new Program(`${folder}/natives`)
const host = await load(natives)

await run({
  async "hands on an event of the bus"() {
    await host.event("file.edited", { sessionID: "s", file: "a.rs" })
    await host.event("file.watcher.updated", { sessionID: "s", file: "b.rs" })
    const [{ event }] = program.asked("file.edited", "s")
    assert.equal(event.properties.file, "a.rs")
    assert.equal(program.log().filter((entry) => entry.event).length, 1)
  },
  async "hands on a hook, and what the program answers goes into its output"() {
    program.plan({ "chat.params": { reply: { temperature: 0, topP: null } } })
    const output = { temperature: 1, topK: 3 }
    await host.hooks["chat.params"]({ sessionID: "s" }, output)
    assert.deepEqual(output, { temperature: 0, topP: null, topK: 3 })
    program.plan({})
    await host.hooks["chat.params"]({ sessionID: "s" }, output)
    assert.deepEqual(output, { temperature: 0, topP: null, topK: 3 })
    await host.hooks.dispose()
  },
})
