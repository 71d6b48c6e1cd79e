// What the module of the OpenCode family does otherwise in Kilo: a headless run leaves as soon as it is idle.
// And what all of the family do headless: a permission is answered at once.
//   kilo.mjs ALL FOLDER      the module file with every event, and its program's folder
import assert from "node:assert/strict"
import { Program, load, run } from "./cases.mjs"

const [all, folder] = process.argv.slice(2)
const program = new Program(`${folder}/all`)
process.argv[2] = "run" // as the host is started, before the module looks
const host = await load(all)
const turn = async (text) => {
  await host.prompt("s", text)
  await host.event("session.status", { sessionID: "s", status: { type: "busy" } })
  return host.event("session.idle", { sessionID: "s" })
}

await run({
  async "has asked and prompted before the host does anything else"() {
    program.plan({ Stop: { reply: { deny: "run the tests" }, ms: 200 } })
    await host.prompt("s", "hi")
    await host.event("session.status", { sessionID: "s", status: { type: "busy" } })
    const handled = host.event("session.idle", { sessionID: "s" })
    assert.equal(host.called("promptAsync").length, 1)
    await handled
  },
  async "has answered a permission before the host does anything else"() {
    program.plan({ PermissionRequest: { reply: { allow: true }, ms: 200 } })
    const asked = { id: "per_1", sessionID: "s", permission: "bash", tool: { callID: "c" } }
    const handled = host.event("permission.asked", asked)
    assert.deepEqual(host.called("post").map((request) => request.body), [{ reply: "once" }])
    await handled
    program.plan({ Stop: { reply: { deny: "run the tests" } } })
  },
  async "tells that it went on already, and lets go"() {
    await turn("run the tests")
    assert.deepEqual(program.asked("Stop", "s").map((payload) => payload.stop_hook_active), [false, true])
    program.plan({})
    await turn("run the tests")
    assert.equal(host.called("promptAsync").length, 2)
  },
  async "lets go when the program says nothing, or something else"() {
    for (const act of ["die", "garbage", "no object"]) {
      program.plan({ Stop: { act } })
      await turn("more")
    }
    assert.equal(host.called("promptAsync").length, 2)
  },
})
