/** The lists of what is touched by a change, in src/README.md: applied to a copy of the code, which then has what they add. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { allBlocks, type Block, placeOf, root } from './pages.ts'

const copy = mkdtempSync(join(tmpdir(), 'tandem-contributing-'))
afterAll(() => rmSync(copy, { recursive: true }))

/** The files that the lists touch, and those they stand on. */
const parts = ['src', 'prisma', 'test', 'package.json', 'tsconfig.json']
/** Packages of their own, and what they install. */
const isApart = (path: string) => /[/\\]test[/\\](clients|bench)([/\\]|$)/.test(path.slice(root.length))

const diffs = allBlocks.filter(({ kind }) => kind === 'diff')

/** Applies a diff where its unchanged and removed lines stand, once in the file; one of added lines alone makes the file. */
function apply(block: Block): void {
  const [head = '', ...lines] = block.text.trimEnd().split('\n')
  const path = resolve(copy, head.replace('+++ ', ''))
  const side = (sign: '+' | '-') =>
    lines
      .filter((line) => line === '' || line[0] === ' ' || line[0] === sign)
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  const [before, after] = [side('-'), side('+')]
  if (before === '') {
    expect(existsSync(path), `${placeOf(block)} makes a file that there is`).toBe(false)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, after)
    return
  }
  const text = readFileSync(path, 'utf8')
  expect(text.split(before).length - 1, `how often ${path} has what ${placeOf(block)} changes`).toBe(1)
  writeFileSync(
    path,
    text.replace(before, () => after),
  )
}

/** The diffs of a chapter. */
function diffsOf(chapter: string): string[] {
  const [, after = ''] = readFileSync(join(root, 'src/README.md'), 'utf8').split(`\n### ${chapter}\n`)
  const [section = ''] = after.split('\n### ')
  return [...section.matchAll(/```diff\n(.*?)```/gs)].map(([, block = '']) => block)
}

const filesOf = (chapter: string): string[] => [...new Set(diffsOf(chapter).map((block) => block.split('\n')[0] ?? ''))]

/** The facts of the copy, printed by a process of its own. */
const looking = `
import { isInputObjectType, isObjectType } from 'graphql'
import { schema } from './src/resources/schema.ts'
import { table } from './src/resources/routes.ts'
import { permissions } from './src/resources/store/rules.ts'
import { readMigrations } from './src/db/migrate.ts'
import { subscription } from './test/contract/fields.ts'
import { mutations } from './test/access/isolation/mutations.ts'
const fieldsOf = (name) => Object.keys(schema.getType(name)?.getFields() ?? {})
console.log(JSON.stringify({
  type: fieldsOf('CustomerSubscription'), filter: fieldsOf('SubscriptionFilter'), order: fieldsOf('SubscriptionOrder'),
  orderFilter: fieldsOf('OrderFilter'), mutations: fieldsOf('Mutation'), input: fieldsOf('RenameSubscriptionInput'),
  update: fieldsOf('UpdateSubscriptionInput'), body: [...table.find(({ name }) => name === 'UpdateSubscription').variables.keys()],
  rows: table.map(({ method, path }) => method + ' ' + path), tried: Object.keys(mutations),
  batch: [fieldsOf('Batch'), fieldsOf('CreateBatchInput'), fieldsOf('UpdateBatchInput'), fieldsOf('ArchiveBatchInput'), fieldsOf('RestoreBatchInput')],
  batchBody: table.filter(({ record }) => record === 'Batch').map(({ name, variables }) => name + ': ' + [...variables].join(' ')),
  computed: [fieldsOf('DailySales'), schema.getQueryType().getFields().dailySales.args.map(({ name }) => name)],
  permissions: [...permissions], says: schema.getMutationType().getFields().updateOrder.description,
  shown: table.find(({ name }) => name === 'GetSubscription').document.definitions.some((each) => JSON.stringify(each).includes('"nickname"')),
  contract: Object.keys(subscription),
  migrations: readMigrations(new URL('./prisma/migrations/', import.meta.url)).map(({ sql }) => sql),
}))`

type Found = Record<'type' | 'filter' | 'order' | 'orderFilter' | 'mutations' | 'input' | 'update' | 'body' | 'rows', string[]> &
  Record<'tried' | 'contract' | 'migrations' | 'permissions', string[]> & {
    says: string
    shown: boolean
    batch: string[][]
    computed: string[][]
    batchBody: string[]
  }

let found: Found

/** Runs a program of the packages in the copy. */
const node = (...args: string[]): string =>
  execFileSync(resolve(root, 'node_modules/.bin/node'), ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: copy,
    encoding: 'utf8',
    stdio: 'pipe',
    timeout: 110_000,
    // As `npm run generate` has it.
    env: { PATH: process.env.PATH, PRISMA_SCHEMA_ENGINE_BINARY: 'package.json', CHECKPOINT_DISABLE: '1' },
  })

// It opens no database, so that once is enough.
describe.skipIf('dataDir' in inject('template'))('What CONTRIBUTING lists', () => {
  beforeAll(() => {
    for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true, filter: (path) => !isApart(path) })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    for (const diff of diffs) apply(diff)
    // The client is generated from the same schema, and takes twice as long.
    node('node_modules/prisma/build/index.js', 'generate', '--schema', 'prisma/schema.prisma', '--generator', 'pothos')
    writeFileSync(join(copy, 'looking.ts'), looking)
    found = JSON.parse(node('looking.ts'))
  })

  it('adds a field, on both surfaces, by which lists are filtered and ordered', () => {
    for (const names of [found.type, found.filter, found.order, found.contract]) expect(names).toContain('nickname')
    expect(found.shown).toBe(true)
    expect(found.migrations.join()).toContain('ADD COLUMN     "nickname"')
  })

  it('makes it writable, on both surfaces', () => {
    for (const names of [found.update, found.body]) expect(names).toContain('nickname')
  })

  it('adds a filter', () => {
    expect(found.orderFilter).toContain('failures')
  })

  it('adds a mutation, which is tried on the records of others', () => {
    expect(found.mutations).toContain('renameSubscription')
    expect(found.input).toEqual(['id', 'nickname', 'ifChangedIn'])
    expect(found.tried.sort()).toEqual(found.mutations.sort())
  })

  it('adds a route', () => {
    expect(found.rows).toContain('PUT /v1/subscriptions/{sub_id}/rename/')
  })

  it('adds a resource with its writes, its rows and its place in the isolation of stores', () => {
    const [shown, create, update, archive, restore] = found.batch
    expect(shown).toEqual(['nodeId', 'id', 'storeId', 'productId', 'code', 'archivedAt', 'type', 'url', 'product'])
    expect([create, update, archive, restore]).toEqual([['productId', 'code'], ['id', 'code'], ['id'], ['id']])
    expect(found.batchBody).toEqual([
      'ListBatches: filter,BatchFilter orderBy,[BatchOrder!] first,Int offset,Int archived,Boolean',
      'GetBatch: batch_id,ID!',
      'CreateBatch: product_id,ID! code,String!',
      'UpdateBatch: batch_id,ID! code,String',
      'RestoreBatch: batch_id,ID!',
    ])
    expect(found.tried).toEqual(expect.arrayContaining(['createBatch', 'updateBatch', 'archiveBatch', 'restoreBatch']))
  })

  it('adds a computed list, which takes no argument of its own, by six files with its test and the change log', () => {
    const [columns, args] = found.computed
    expect(columns).toEqual(['day', 'orders', 'largest', 'currency', 'type'])
    expect(args).toEqual(['filter', 'orderBy', 'first', 'after', 'last', 'before', 'offset'])
    expect(found.rows).toContain('GET /v1/orders/daily_sales/')
    expect(filesOf('Add a computed list').length).toBeLessThanOrEqual(5)
  })

  it('opens a write to customers by three files, tests apart', () => {
    expect(found.permissions).toContain('change_gift')
    expect(found.rows).toContain('PUT /v1/store/api/orders/{order_id}/')
    expect(found.says).toContain('change_gift')
    expect(filesOf('Open a write to customers').filter((name) => !name.startsWith('+++ test/'))).toHaveLength(3)
  })

  it('adds a resource by 80 lines at most, tests apart', () => {
    const blocks = diffsOf('Add a resource').filter((block) => !block.startsWith('+++ test/'))
    const added = blocks.flatMap((block) =>
      block
        .split('\n')
        .slice(1)
        .filter((line) => line.startsWith('+')),
    )
    expect(added.length).toBeGreaterThan(40)
    expect(added.length).toBeLessThanOrEqual(80)
  })
})
