// What the module of the OpenCode family does otherwise in MiMo Code: its actors, and a host that never says goodbye.
//   mimo.mjs ALL FOLDER      the module file with every event, and its program's folder
import assert from "node:assert/strict"
import { Program, load, rejection, run } from "./cases.mjs"

const [all, folder] = process.argv.slice(2)
const program = new Program(`${folder}/all`)
const host = await load(all)
const actor = (more) => ({ sessionID: "kid", parentSessionID: "s", actorID: "a1", agentType: "general", iteration: 0, ...more })
const stopped = async (more) => {
  const output = { continue: false }
  await host.hooks["actor.preStop"].run(actor(more), output)
  return output
}

await run({
  async "denies as the others do"() {
    assert.equal(await rejection(host.before("s", { plan: { reply: { deny: "use git clean" } } })), "use git clean")
  },
  async "watches the built-in actors as well"() {
    const { matcher } = host.hooks["actor.preStop"]
    assert.ok(!matcher.agentType.excludeOnly.includes("general") && matcher.agentType.excludeOnly.includes("title"))
  },
  async "makes an actor go on, with the reason"() {
    assert.deepEqual(await stopped(), { continue: false })
    program.plan({ SubagentStop: { reply: { deny: "run the tests" } } })
    assert.deepEqual(await stopped({ iteration: 1 }), { continue: true, reason: "run the tests" })
    program.plan({ SubagentStop: { reply: { deny: "" } } })
    assert.equal((await stopped()).reason, "Go on.")
    const [first, second] = program.asked("SubagentStop", "s")
    assert.deepEqual([first.stop_hook_active, second.stop_hook_active, first.input.actorID], [false, true, "a1"])
  },
  async "has no dispose, and tells of a session's end when the user deletes it"() {
    assert.equal(host.hooks.dispose, undefined)
    await host.prompt("s-gone", "hi")
    await host.event("session.deleted", { sessionID: "s-gone", info: { id: "s-gone" } })
    assert.deepEqual(program.asked("SessionEnd", "s-gone").map((payload) => payload.reason), ["deleted"])
  },
})
