// Node runs no TypeScript with this syntax at every version, so the compiler takes the types out.
//   transpile.mjs PACKAGES IN.ts OUT.mjs      PACKAGES: the folder with node_modules/typescript
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"

const [packages, from, to] = process.argv.slice(2)
const ts = createRequire(`${packages}/`)("typescript")
const { outputText } = ts.transpileModule(readFileSync(from, "utf8"), {
  compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
})
writeFileSync(to, outputText)
