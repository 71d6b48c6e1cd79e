// The bridge, through the one hook that gives back all that it answers.
//   bridge.mjs ALL MISSING CRASHING CLOSED FOLDER      module files, and the folder with a folder for the program of each
import assert from "node:assert/strict"
import { Program, load, rejection, run } from "./cases.mjs"

const [all, missing, crashing, closed, folder] = process.argv.slice(2)
const program = new Program(`${folder}/all`)
const LIMIT_MS = 3000

const timed = async (action) => {
  const start = performance.now()
  const result = await action()
  return [result, performance.now() - start]
}
/** The cases below that expect no answer expect the input as it was. */
const unchanged = async (host, plan) => {
  const [args, ms] = await timed(() => host.before("s", { command: "ls", plan }))
  assert.deepEqual(args, { command: "ls", plan })
  return ms
}

await run({
  async "starts no program before the first question, one for many, and ends it"() {
    const host = await load(all)
    assert.equal(program.starts(), 0)
    for (let i = 0; i < 5; i++) await host.before("one", {})
    assert.equal(program.starts(), 1)
    await host.hooks.dispose()
    assert.ok(program.log().some((entry) => entry.ended))
  },
  async "runs the program where the session is"() {
    const host = await load(all, { directory: folder })
    await host.before("s", {})
    assert.equal(program.log().filter((entry) => entry.started).at(-1).cwd, folder)
    await host.hooks.dispose()
  },
  async "reads what comes in pieces, in other encodings of a line, among prints"() {
    const host = await load(all)
    const text = "nö – 否 🦀\u2028 \"quoted\"\nsecond line"
    for (const act of ["bytes", "crlf", "garbage", "answer and die"]) {
      assert.equal(await rejection(host.before("s", { plan: { reply: { deny: text }, act } })), text, act)
    }
    await host.hooks.dispose()
  },
  async "takes long answers and long questions"() {
    const host = await load(all)
    const long = "é".repeat(2_000_000)
    const next = await host.before("s", { long, plan: { reply: { input: { long: long + "!" } } } })
    assert.equal(next.long.length, long.length + 1)
    await host.hooks.dispose()
  },
  async "matches 200 questions at once by id"() {
    const host = await load(all)
    const starts = program.starts()
    const ask = (n) => host.before("s", { n, plan: { ms: Math.random() * 200, reply: { input: { n: n + 1000 } } } })
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)))
    answers.forEach((args, n) => assert.deepEqual(args, { n: n + 1000 }))
    assert.equal(program.starts(), starts + 1)
    await host.hooks.dispose()
  },
  async "gives a slow program up at the limit, and does not mistake its late answer"() {
    const host = await load(all)
    const slow = host.before("s", { plan: { reply: { deny: "late" }, ms: LIMIT_MS + 300 } })
    const other = host.before("s", { plan: { reply: { input: { other: true } }, ms: 500 } })
    assert.ok((await slow).plan)
    assert.deepEqual(await other, { other: true })
    await host.hooks.dispose()
  },
  async "replaces a stuck program when nothing else waits for it"() {
    const host = await load(all)
    const starts = program.starts()
    await unchanged(host, { act: "silence" })
    assert.equal(await rejection(host.before("s", { plan: { reply: { deny: "no" } } })), "no")
    assert.equal(program.starts(), starts + 2)
    await host.hooks.dispose()
  },
  async "asks again, once, when the program dies"() {
    for (const act of ["die", "close stdout"]) {
      const host = await load(all)
      const starts = program.starts()
      const plan = { act, mark: `${folder}/${act}`, reply: { deny: "second time" } }
      const beside = host.before("s", { plan: { ms: 100, reply: { deny: "beside it" } } })
      const [first, second] = await Promise.all([host.before("s", { plan }), beside].map(rejection))
      assert.deepEqual([first, second], ["second time", "beside it"], act)
      assert.equal(program.starts(), starts + 2, act)
      await host.hooks.dispose()
    }
  },
  async "asks not a third time"() {
    const host = await load(all)
    const starts = program.starts()
    assert.ok((await unchanged(host, { act: "die" })) < LIMIT_MS - 200)
    assert.equal(program.starts(), starts + 2)
    await host.hooks.dispose()
  },
  async "makes no opinion of an answer that is no object"() {
    const host = await load(all)
    assert.ok((await unchanged(host, { act: "no object" })) < LIMIT_MS - 200)
    for (const reply of [{ deny: 5 }, { input: "x" }, { input: [1] }, null]) await unchanged(host, { reply })
    await host.hooks.dispose()
  },
  async "sends what is no JSON"() {
    const host = await load(all)
    const args = { big: 12n, call() {}, signal: AbortSignal.abort(), date: new Date(0), deep: {}, kept: [{ x: 1 }] }
    Object.assign(args, { self: args, twice: args.kept, half: "a\ud800b\\ud800", "k\udc00": "🦀" })
    let deep = args.deep
    for (let i = 0; i < 5000; i++) deep = deep.deep = {}
    await host.before("odd", args)
    const [{ output }] = program.asked("PreToolUse", "odd")
    const { big, half, date, kept, twice } = output.args
    assert.deepEqual([big, half, date], ["12", "a\ufffdb\\ud800", "1970-01-01T00:00:00.000Z"])
    assert.deepEqual([kept, twice], [[{ x: 1 }], [{ x: 1 }]])
    assert.equal(output.args["k\ufffd"], "🦀")
    assert.ok(!("self" in output.args) && !("call" in output.args))
    let levels = 0
    for (let at = output.args.deep; at; at = at.deep) levels++
    assert.ok(levels > 50 && levels < 110, `${levels}`)
    await host.hooks.dispose()
  },
  async "does without a program that is not there, at once"() {
    const host = await load(missing)
    for (let i = 0; i < 10; i++) assert.ok((await unchanged(host, {})) < LIMIT_MS)
    await host.hooks.dispose()
  },
  async "denies when nobody answers, if the event is closed then"() {
    const host = await load(closed)
    for (let i = 0; i < 5; i++) {
      assert.equal(await rejection(host.before("s", {})), "acme did not answer, and is set to deny then.")
    }
    await host.hooks.dispose()
  },
  async "starts a program that only crashes three times, and once more after a rest"() {
    const broken = new Program(`${folder}/crashing`)
    const host = await load(crashing)
    await Promise.all(Array.from({ length: 20 }, () => unchanged(host, {})))
    for (let i = 0; i < 20; i++) await unchanged(host, {})
    assert.equal(broken.starts(), 3)
    const now = Date.now
    try {
      Date.now = () => now() + 31_000
      for (let i = 0; i < 5; i++) await unchanged(host, {})
    } finally {
      Date.now = now
    }
    assert.equal(broken.starts(), 4)
    await host.hooks.dispose()
  },
  async "lets what is being asked be answered before it ends, and is silent after"() {
    const host = await load(all)
    const last = host.before("s", { plan: { ms: 300, reply: { input: { last: true } } } })
    await host.hooks.dispose()
    assert.deepEqual(await last, { last: true })
    const starts = program.starts()
    await unchanged(host, { reply: { deny: "too late" } })
    await host.hooks.dispose()
    assert.equal(program.starts(), starts)
  },
})
