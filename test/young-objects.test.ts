/**
 * The options that Node is started with, and what one of them is for: what a refused request made is forgotten as soon as it is refused.
 *
 * V8 makes among old objects at once what was often still there when it looked: our own documents, which are parsed at the start and
 * kept, teach it so of all documents. An old object that nobody has any more keeps all young ones that it leads to, and so a document of
 * 2,000 tokens whole, until V8 looks through everything: each short look then took 30 to 90 ms in place of one, and every request
 * beside waited for it.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { startOptions } from './start-options.ts'

const root = resolve(import.meta.dirname, '..')

/** Imports of what refuses, and what it refuses the nth time. */
type Refused = { imports: string; refused: string }

const documents: Refused = {
  imports: `
import './src/resources/routes.ts'
import { parseDocument } from './src/graphql/documents.ts'
import { defaultLimits } from './src/limits.ts'`,
  refused: "parseDocument('# ' + number + '\\n{ nodes { ' + 'id '.repeat(5_000) + '} }', undefined, defaultLimits)",
}

const bodies = (text: string, end: string): Refused => ({
  imports: "import { decodeBody, readJsonObject } from './src/http/json-body.ts'",
  refused: `readJsonObject(decodeBody(Buffer.from(${text} + 'a'.repeat(1_000_000) + ${end})), 10, 10)`,
})

/** Refuses so many, and prints how many MiB old objects took at most beyond what they did before. */
const refusing = ({ imports, refused }: Refused) => `
import v8 from 'node:v8'${imports.replace(/^(?!\n)/, '\n')}
const spaces = ['old_space', 'large_object_space']
const old = () =>
  v8.getHeapSpaceStatistics().reduce((sum, each) => sum + (spaces.includes(each.space_name) ? each.space_used_size : 0), 0)
const refuse = async (number) => {
  try {
    ${refused}
  } catch {}
  await new Promise((next) => setImmediate(next))
}
globalThis.gc()
const before = old()
let most = 0
for (let number = 0; number < 400; number += 1) {
  await refuse(number)
  most = Math.max(most, old() - before)
}
process.stdout.write(String(Math.round(most / 1_048_576)))`

const mebibytesKept = (options: readonly string[], what: Refused): number => {
  const { stdout, stderr } = spawnSync(process.execPath, [...options, '--input-type=module', '--eval', refusing(what)], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (!/^\d+$/.test(stdout)) throw new Error(stderr)
  return Number(stdout)
}

it('forgets 400 refused documents, of a third of a megabyte each, as they are refused', () => {
  expect(mebibytesKept(startOptions, documents)).toBeLessThan(20)
})

it.each([
  ['cut off in a text', `'{"a":"'`, `''`],
  ['cut off behind one', `'{"a":["b","'`, `'"'`],
  ['no JSON', `'a='`, `''`],
  ['JSON with a comma too many', `'{"a":"'`, `'",}'`],
  ['JSON with a line in a text', `'{"a":"\\n'`, `'"}'`],
  ['JSON with a wrong escape', `'{"a":"'`, `'\\\\x"}'`],
  ['JSON with a wrong escape in a name', `'{"'`, `'\\\\x":1}'`],
])('forgets 400 refused bodies of a megabyte that are %s as they are refused', (_which, text, end) => {
  expect(mebibytesKept(startOptions, bodies(text, end))).toBeLessThan(20)
})

it('gives Node the same options in an image as with npm start', () => {
  const command = /^CMD (.*)$/m.exec(readFileSync(resolve(root, 'Dockerfile'), 'utf8'))?.[1] ?? ''
  expect(JSON.parse(command)).toEqual(['node', ...startOptions, 'src/server.ts'])
})
