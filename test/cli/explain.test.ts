/** `tandem explain` over a database of a test's own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { run } from '../../src/cli/program.ts'
import { copyToDirectory } from '../embedded.ts'
import { openStore } from '../store.ts'

const template = inject('template')
const directory = mkdtempSync(join(tmpdir(), 'tandem-explain-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const dataDir = join(directory, 'data')
if ('dataDir' in template) copyToDirectory(template.dataDir, dataDir)
const store = 'dataDir' in template ? undefined : await openStore()

/** Explains a document and answers what was written, on either stream, and the code. */
async function explain(document: string, ...args: string[]) {
  const file = join(directory, 'document.graphql')
  writeFileSync(file, document)
  let text = ''
  const into = (written: string | Uint8Array) => {
    text += written
    return true
  }
  vi.stubEnv(store ? 'DATABASE_URL' : 'DATA_DIR', store?.url ?? dataDir)
  vi.spyOn(process.stdout, 'write').mockImplementation(into)
  vi.spyOn(process.stderr, 'write').mockImplementation(into)
  try {
    const code = await run(['explain', '--document', file, ...args])
    return { code, text }
  } finally {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    process.exitCode = undefined
  }
}

const list = 'query($n: Int) { subscriptions(first: $n) { totalCount nodes { id customer { name } } } }'

describe('tandem explain', () => {
  it('shows each statement of a query with its values, plan and time', async () => {
    const { code, text } = await explain(list, '--store', '1', '--variables', '{"n":3}')
    expect(code).toBe(0)
    expect(text.match(/^SELECT/gm)).toHaveLength(1)
    expect(text).toContain('LIMIT 3')
    expect(text).toContain('-- $1 = "1"')
    expect(text.match(/Execution Time: /g)).toHaveLength(1)
  })

  it('reads as a customer sees the store', async () => {
    const { text } = await explain('{ me { name } }', '--store', '1', '--customer', '1')
    expect(text).toContain('FROM "customer"')
    expect(await explain('{ customers { totalCount } }', '--store', '1', '--customer', '1', '--json')).toMatchObject({ code: 0 })
  })

  it.each([
    ['{ subscriptions { colour } }', ['--store', '1'], /Cannot query field "colour"/],
    ['{', ['--store', '1'], /Syntax Error/],
    ['mutation { skipSubscription(input: { id: 1 }) { userErrors { code } } }', ['--store', '1'], /Only queries are explained/],
    ['query A { me { id } } query B { me { id } }', ['--store', '1'], /--operation/],
    ['{ me { id } }', ['--store', '1'], /A merchant key is no customer/],
    [list, ['--store', '99'], /There is no store 99/],
    [list, ['--store', '1', '--customer', '99'], /Store 1 has no customer 99\./],
    [list, ['--store', '1', '--variables', '[]'], /--variables must be a JSON object/],
  ])('refuses %s with %j in a sentence', async (document, args, sentence) => {
    const { code, text } = await explain(document, ...args)
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(sentence) })
  })
})
