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
import { startOptions } from './support/start-options.ts'

const root = resolve(import.meta.dirname, '..')

/** Refuses documents of too many tokens, and prints how many MiB old objects took at most beyond what they did before. */
const refusing = `
import v8 from 'node:v8'
import './src/resources/routes.ts'
import { parseDocument } from './src/graphql/documents.ts'
import { defaultLimits } from './src/config/limits.ts'
const old = () => v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size
const refuse = async (number) => {
  try {
    parseDocument('# ' + number + '\\n{ nodes { ' + 'id '.repeat(5_000) + '} }', defaultLimits)
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

const mebibytesKept = (options: readonly string[]): number => {
  const { stdout, stderr } = spawnSync(process.execPath, [...options, '--input-type=module', '--eval', refusing], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (!/^\d+$/.test(stdout)) throw new Error(stderr)
  return Number(stdout)
}

it('forgets 400 refused documents, of a third of a megabyte each, as they are refused', () => {
  expect(mebibytesKept(startOptions)).toBeLessThan(20)
})

it('gives Node the same options in an image as with npm start', () => {
  const command = /^CMD (.*)$/m.exec(readFileSync(resolve(root, 'Dockerfile'), 'utf8'))?.[1] ?? ''
  expect(JSON.parse(command)).toEqual(['node', ...startOptions, 'src/server.ts'])
})
