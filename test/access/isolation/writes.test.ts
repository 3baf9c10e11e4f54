/** Writes: to name what others have is, for every mutation and every field, like naming what nobody ever had. */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../../src/resources/schema.ts'
import { tables } from '../../writes/tables.ts'
import { type Entry, mutations, type Reference } from './mutations.ts'
import { ownOf } from './own-rows.ts'
import {
  type Answer,
  asFor,
  customer,
  merchant,
  missingId,
  oneOfEach,
  openWorld,
  otherMerchant,
  type Principal,
  principals,
} from './principals.ts'

const world = await openWorld()
const { db } = world

const fields = Object.values(schema.getMutationType()?.getFields() ?? {})
const names = fields.map(({ name }) => ({ name }))

function entryOf(name: string): Entry {
  const entry = mutations[name]
  if (entry) return entry
  const wanted = 'a valid input made of rows of one’s own, and which of its fields name records'
  throw new Error(`${name} has no entry in test/access/isolation/mutations.ts; add one: ${wanted}.`)
}

/** The type of a mutation's input; a mutation may have none. */
const inputOf = (name: string) =>
  fields.find((field) => field.name === name)?.args.find((each) => each.name === 'input')?.type as GraphQLInputType | undefined

/** The paths of an input's fields that may name records: identifiers and texts. */
function namingPaths(type: GraphQLInputType | undefined, prefix = ''): string[] {
  if (!type) return []
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return ['ID', 'String', 'CustomerKey'].includes(named.name) ? [prefix] : []
  // A mark names no record: whether it is compared is asked of each write in test/writes/conditions.test.ts.
  const fieldsOf = Object.values(named.getFields()).filter((field) => field.name !== 'ifChangedIn')
  return fieldsOf.flatMap((field) => namingPaths(field.type, prefix === '' ? field.name : `${prefix}.${field.name}`))
}

/** The fields of a payload but for what is shown once. */
function payloadOf(name: string): string {
  const payload = getNamedType(fields.find((field) => field.name === name)?.type)
  const shown = isObjectType(payload) ? Object.values(payload.getFields()) : []
  const records = shown.filter((field) => isObjectType(getNamedType(field.type)) && field.name !== 'userErrors')
  return `${records.map((record) => `${record.name} { __typename }`).join(' ')} userErrors { code field message }`
}

function write(as: Principal, name: string, input: object, dryRun = false): Promise<Answer> {
  const type = inputOf(name)
  const [takes, given] = type ? [`($input: ${type})`, `(input: $input, dryRun: ${dryRun})`] : ['', '']
  return world.graphql(as, `mutation ${takes} { ${name}${given} { ${payloadOf(name)} } }`, type ? { input } : {})
}

/** A copy of an input with another value at a path; of lists in the first item. */
function put(input: unknown, [step, ...rest]: string[], value: string): unknown {
  if (step === undefined) return value
  if (Array.isArray(input)) return [put(input[0], [step, ...rest], value)]
  const object = (input ?? {}) as Record<string, unknown>
  return { ...object, [step]: put(object[step], rest, value) }
}

/** Values that no row has, for columns that do not take any text. */
const nobodys: Record<string, string> = { email: 'nobody@example.net', origin: 'https://nobody.example' }

type Ask = { what: string; foreign: string; missing: string; make: (value: string) => object }

/** An input without the fields that may be left out, but for one; merchants always say which record. */
function required(input: object, type: GraphQLInputType | undefined, path: string): object {
  const object = getNamedType(type) as GraphQLInputObjectType
  const isKept = (name: string) =>
    [path.split('.')[0], 'id', 'customerId'].includes(name) || isNonNullType(object.getFields()[name]?.type)
  return Object.fromEntries(Object.entries(input).filter(([name]) => isKept(name)))
}

async function asksOf(as: Principal, name: string, input: object, isFree = false): Promise<Ask[]> {
  const asks: Ask[] = []
  const { names: named, needsAll = false } = entryOf(name)
  const type = inputOf(name)
  for (const [path, references] of Object.entries(named)) {
    for (const reference of references) {
      if ((reference.isFree ?? false) !== isFree) continue
      const values = await valuesOf(as, reference)
      const missing = reference.column === undefined ? missingId : (nobodys[reference.column] ?? 'nobody-s')
      // With everything else named that can be, and with nothing else.
      for (const rest of needsAll ? [input] : [input, required(input, type, path)]) {
        const make = (value: string) => (reference.put?.(rest, value) ?? put(rest, path.split('.'), value)) as object
        for (const foreign of values) asks.push({ what: `${path}: ${reference.model} ${foreign}`, foreign, missing, make })
      }
    }
  }
  return asks
}

/** Values that only rows of others have. */
async function valuesOf(as: Principal, { model, column = 'id' }: Reference): Promise<string[]> {
  const { seen, unseen } = await world.split(as, model)
  const own = new Set(seen.map((row) => String(row[column])))
  // A merchant's rows are all of their store, those included that no list shows.
  const others = unseen.filter((row) => as.role !== 'merchant' || row.storeId !== as.storeId)
  const values = oneOfEach(others.filter((row) => !own.has(String(row[column])))).map((row) => String(row[column]))
  expect(values, `${model}.${column} of others`).not.toEqual([])
  return values
}

/** Asks for one write after the other; what they answered, what they left in the log, and their SQL. */
async function run(as: Principal, name: string, asks: Ask[], by: 'foreign' | 'missing') {
  return world.measured(async () => {
    const told = []
    let { id: last = 0n } = (await db.logEntry.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })) ?? {}
    for (const { what, foreign, missing, make } of asks) {
      const answer = await write(as, name, make(by === 'foreign' ? foreign : missing))
      const written = await db.logEntry.findMany({
        where: { id: { gt: last } },
        omit: { requestId: true },
        orderBy: { id: 'asc' },
      })
      last = written.at(-1)?.id ?? last
      const log = written.map(({ id: _, ...entry }) => entry)
      const said = JSON.stringify(log, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
      const text = { status: answer.status, headers: answer.headers, text: `${answer.text} ${said}` }
      told.push({ what, ...(by === 'foreign' ? text : asFor(foreign, text, missing)) })
    }
    return told
  })
}

const cells = [merchant, otherMerchant, customer].flatMap((as) => names.map(({ name }) => ({ who: as.name, as, name })))

const isDone = ({ text }: { text: string }) => text.includes('"userErrors":[]')

describe('A mutation', () => {
  test.each(names)('$name says of every field whether it names a record', ({ name }) => {
    const { names: named, says = [] } = entryOf(name)
    const spoken = [...Object.keys(named), ...says].sort()
    expect(spoken, `names and says of ${name} in test/access/isolation/mutations.ts`).toEqual(namingPaths(inputOf(name)).sort())
  })

  test.each(cells)('$name tells $who nothing of the records of others', async ({ as, name }) => {
    const input = await entryOf(name).input(await ownOf(db, as))
    const asks = await asksOf(as, name, input)
    const before = await tables(db)
    const foreign = await run(as, name, asks, 'foreign')
    const missing = await run(as, name, asks, 'missing')
    expect(foreign).toEqual(missing)
    expect(foreign.result.filter(isDone)).toEqual([])
    expect(await tables(db)).toEqual(before)

    // With nothing amiss it is done, so it was what others have that was refused.
    const done = await write(as, name, input)
    if (as.role === (entryOf(name).by ?? 'merchant')) expect(done.text).toContain('"userErrors":[]')
    else if (!isDone(done)) expect(JSON.parse(done.text).errors[0].extensions.code).toBe('FORBIDDEN')
    const another = await entryOf(name).input(await ownOf(db, as))
    for (const { what, foreign: taken, missing: free, make } of await asksOf(as, name, another, true)) {
      // Only tried: of what is written, the next write would find that there is one now.
      const [one, other] = [await write(as, name, make(taken), true), await write(as, name, make(free), true)]
      if (as.role === 'merchant') expect({ what, done: isDone(one) }).toEqual({ what, done: true })
      expect(one).toEqual(other)
    }
  })

  const outside = principals.filter(({ role, cartId }) => (role === 'visitor' && cartId === undefined) || role === 'stranger')
  test.each(outside.map((as) => ({ who: as.name, as })))('is refused to $who, whichever it is', async ({ as }) => {
    const before = await tables(db, [])
    for (const { name } of names) {
      const input = await entryOf(name).input(await ownOf(db, merchant))
      const { result, sql } = await world.measured(() => write(as, name, input))
      expect(JSON.parse(result.text).errors[0].extensions.code).toBe('UNAUTHENTICATED')
      expect(sql).toEqual([])
    }
    expect((await tables(db, [])).log_entry).toEqual(before.log_entry)
  })
})
