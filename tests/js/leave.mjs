// A host that never says goodbye: the running program must not keep its process alive, yet be waited for while asked.
//   leave.mjs MODULE
import { load, rejection } from "./cases.mjs"

const host = await load(process.argv[2])
console.log(await rejection(host.before("s", { plan: { ms: 300, reply: { deny: "waited for" } } })))
