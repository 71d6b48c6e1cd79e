// What the module of the Pi family does with events that are the host's own.
//   pi-natives.mjs NATIVES FOLDER      the module file with `user_bash`, and its program's folder
import assert from "node:assert/strict"
import { Program, run } from "./cases.mjs"
import { load } from "./pi-host.mjs"

const [natives, folder] = process.argv.slice(2)
const program = new Program(`${folder}/natives`)
const { instance } = await load(natives)
const host = instance()

await run({
  async "hands on the event whole, and the answer as it comes"() {
    const answer = { result: { output: "as told", exitCode: 3 }, more: [1] }
    program.plan({ user_bash: { reply: answer } })
    assert.deepEqual(await host.fire("user_bash", { command: "ls", messages: [1] }), answer)
    const [asked] = program.asked("user_bash", "s")
    assert.deepEqual([asked.command, asked.messages, asked.cwd], ["ls", [1], "/acme"])
    program.plan({})
    assert.equal(await host.fire("user_bash", {}), undefined)
    await host.fire("session_shutdown")
  },
})
