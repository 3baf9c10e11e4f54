/** `tandem explain` over a database of a test's own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { copyToDirectory } from '../support/embedded.ts'
import { openStore } from '../support/store.ts'

const template = inject('template')
const directory = mkdtempSync(join(tmpdir(), 'tandem-explain-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const dataDir = join(directory, 'data')
if ('dataDir' in template) copyToDirectory(template.dataDir, dataDir)
const store = 'dataDir' in template ? undefined : await openStore()

/** Explains a document. */
function explain(document: string, ...args: string[]) {
  const file = join(directory, 'document.graphql')
  writeFileSync(file, document)
  return explained('--document', file, ...args)
}

/** Answers what was written, on either stream, and the code. */
async function explained(...args: string[]) {
  const { code, text } = await runCommand(store ? { DATABASE_URL: store.url } : { DATA_DIR: dataDir }, ['explain', ...args])
  return { code, text }
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

  it('shows what a path of REST reads by', async () => {
    const { code, text } = await explained('--path', '/v1/subscriptions/?status=active&limit=7', '--store', '1')
    expect(code).toBe(0)
    expect(text).toMatch(/"status" = \$\d/)
    expect(text).toContain('LIMIT 7')
    expect(text.match(/Execution Time: /g)).toHaveLength(1)
  })

  it('shows what the payload of a write reads by, and does not write', async () => {
    const note = `explained ${Date.now()}`
    const write = `mutation ($note: String) { ...Updating }
      fragment Updating on Mutation { updateSubscription(input: { id: 1, note: $note }, dryRun: false) { subscription { id customer { name } } } }`
    const { code, text } = await explain(write, '--store', '1', '--variables', JSON.stringify({ note }))
    expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/FROM "subscription".*Execution Time: /s) })
    const found = await explain(`{ subscriptions(filter: { note: { eq: "${note}" } }) { nodes { id } } }`, '--store', '1')
    expect(found.text).toMatch(/rows=0(\.00)? loops=1/)
  })

  it('explains writes that look at who asks, as they would be done', async () => {
    const writes: [string, ...string[]][] = [
      ['mutation ($dry: Boolean) { updateSubscription(input: { id: 1, note: "x" }, dryRun: $dry) { subscription { id } } }'],
      ['mutation { createMerchantKey(input: { name: "x", scopes: ["*"] }) { merchantKey { id } } }'],
      ['mutation { createCustomerToken(input: { customerId: 1 }) { customer { id } } }'],
      ['mutation { addAllowedOrigin(input: { origin: "https://shop.example" }) { __typename } }'],
      ['mutation { createWebhook(input: { url: "https://shop.example/hook" }) { webhook { id } } }'],
      ['mutation { startCustomerSession { customer { name } } }', '--customer', '1'],
    ]
    for (const [write, ...as] of writes)
      expect({ write, ...(await explain(write, '--store', '1', ...as)) }).toEqual({ write, code: 0, text: expect.any(String) })
  })

  it('says so where nothing was read', async () => {
    expect(await explain('{ __typename }', '--store', '1')).toEqual({ code: 0, text: 'Nothing was read.\n' })
  })

  it('says why a rule refuses a write', async () => {
    const skip = 'mutation { skipSubscription(input: { id: 99999 }) { subscription { id } } }'
    expect(await explain(skip, '--store', '1')).toEqual({ code: 1, text: expect.stringMatching(/not found/i) })
  })

  it('shows what a live operation reads by', async () => {
    const { code, text } = await explain('subscription { events { nodes { type } } }', '--store', '1')
    expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/FROM "event".*Execution Time: /s) })
  })

  it.each([
    [['--store', '1'], /--document with a file, or --path/],
    [['--store', '1', '--path', '/graphql'], /--path must be a path of REST/],
    [['--store', '1', '--path', '/v1/nothing/'], /Unknown path: \/v1\/nothing\//],
    [['--store', '1', '--path', '/v1/subscriptions/?stauts=active'], /Unknown filter: stauts; did you mean status\?/],
    [['--store', '1', '--path', '/v1/'], /lists the paths of REST, and reads nothing/],
    [['--store', '1', '--path', '/v1/orders/', '--document', 'x'], /cannot be used with option/],
    [['--store', '1', '--path', '/v1/orders/', '--operation', 'A'], /cannot be used with option/],
    [['--store', '1', '--path', '/v1/orders/', '--variables', '{}'], /cannot be used with option/],
  ])('refuses %j in a sentence', async (args, sentence) => {
    expect(await explained(...args)).toEqual({ code: 1, text: expect.stringMatching(sentence) })
  })

  it.each([
    ['{ subscriptions { colour } }', ['--store', '1'], /Cannot query field "colour"/],
    ['{', ['--store', '1'], /Syntax Error/],
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
