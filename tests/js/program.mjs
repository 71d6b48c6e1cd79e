// Stands in for a program of hooks under `serve`: answers as the test planned and logs what it was asked.
//   program.mjs FOLDER [crash]
// FOLDER/plan.json: {"<event>": <plan>}; a PreToolUse takes the plan from its own tool input instead, `args.plan`.
// A plan: {"reply": {…}, "ms": delay, "act": how it misbehaves, "mark": a file that makes it misbehave only once}.
import { appendFileSync, closeSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { createInterface } from "node:readline"

const [folder, mode] = process.argv.slice(2)
const log = (entry) => appendFileSync(`${folder}/log.jsonl`, JSON.stringify(entry) + "\n")
const answer = (id, reply) => JSON.stringify({ id, reply })

log({ started: process.pid, cwd: process.cwd() })
if (mode === "crash") process.exit(3)

const acts = {
  die: () => process.exit(3),
  "close stdout": () => closeSync(1),
  silence: () => {},
  garbage: (id, reply) => process.stdout.write(`Hello!\n{"id":\n[]\n{"id":-1,"reply":{"deny":"not yours"}}\n${answer(id, reply)}\n`),
  "no object": (id) => process.stdout.write(`{"id":${id},"reply":"deny"}\n`),
  crlf: (id, reply) => process.stdout.write(answer(id, reply) + "\r\n"),
  async bytes(id, reply) {
    for (const byte of Buffer.from(answer(id, reply) + "\n")) {
      process.stdout.write(Buffer.from([byte]))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  },
  "answer and die": (id, reply) => process.stdout.write(answer(id, reply) + "\n", () => process.exit(0)),
}

createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", async (line) => {
  const { id, event, payload } = JSON.parse(line)
  log({ id, event, payload })
  const plans = existsSync(`${folder}/plan.json`) ? JSON.parse(readFileSync(`${folder}/plan.json`, "utf8")) : {}
  const { reply = {}, ms = 0, act, mark } = payload.output?.args?.plan ?? plans[event] ?? {}
  if (ms) await new Promise((resolve) => setTimeout(resolve, ms))
  const misbehave = act && !(mark && existsSync(mark))
  if (misbehave && mark) writeFileSync(mark, "")
  if (misbehave) return acts[act](id, reply)
  process.stdout.write(answer(id, reply) + "\n")
}).on("close", () => log({ ended: process.pid }))
