/** A statement written by hand takes and answers the same without Prisma as through it. */
import { describe, expect, it } from 'vitest'
import { Prisma } from '../../prisma/generated/client/client.ts'
import { keptPlan } from '../../src/db/kept-plan.ts'
import { isTaken } from '../../src/db/unique.ts'
import { openStore } from '../support/store.ts'

const { db } = await openStore()

const time = new Date('2026-10-25T00:30:00.250Z')
const texts = ['', 'a,b', '"quoted"', 'back\\slash', '{}', 'NULL', 'ölçü 🧦', "it's"]

const statements: Record<string, Prisma.Sql> = {
  'numbers of each size': Prisma.sql`SELECT 1::int AS a, 9007199254740993::bigint AS b, 1.5::float8 AS c, 3::smallint AS d`,
  'numbers as values': Prisma.sql`SELECT ${2n ** 62n}::bigint AS a, ${-7}::int AS b, ${0.1}::float8 AS c`,
  times: Prisma.sql`SELECT ${time}::timestamptz AS a, ${time}::timestamptz(0) AS b, 'epoch'::timestamptz AS c, ${time} > clock_timestamp() AS d`,
  'texts, which are no SQL': Prisma.sql`SELECT ${"'; DROP TABLE store; --"} AS a, ${'ölçü 🧦'}::text AS b, ${''}::text AS c`,
  'truth, and nothing': Prisma.sql`SELECT ${true}::boolean AS a, ${false}::boolean AS b, ${null}::text AS c, NULL::bigint AS d, NULL::timestamptz AS e`,
  lists: Prisma.sql`SELECT ${texts}::text[] AS a, ${[1n, 2n ** 60n, null]}::bigint[] AS b, cardinality(${[]}::text[]) AS c,
    (${[true, false]}::boolean[])[2] AS d`,
  JSON: Prisma.sql`SELECT '{"a":[1,"ö",null]}'::jsonb AS a, json_build_object('b', 2) AS b, 'null'::jsonb AS c`,
  'an enum': Prisma.sql`SELECT status FROM subscription WHERE store_id = 1 ORDER BY id LIMIT 3`,
  'parts of statements': Prisma.sql`SELECT id FROM store WHERE ${Prisma.join([Prisma.sql`id = ${1n}`, Prisma.sql`host = ${'none'}`], ' OR ')}`,
  'no row': Prisma.sql`SELECT id FROM store WHERE id = ${-1n}`,
  'a plan that is kept': Prisma.sql`SELECT id, host FROM store WHERE id = ${1n}::bigint ${keptPlan}`,
}

describe('Rows with', () => {
  it.each(Object.entries(statements))('%s', async (_name, statement) => {
    const outside = await db.$queryRaw(statement)
    expect(outside).toStrictEqual(await db.$transaction((tx) => tx.$queryRaw(statement)))
    // Once more, where a connection has kept it.
    expect(await db.$queryRaw(statement)).toStrictEqual(outside)
  })

  it('two statements of one text and values of several kinds', async () => {
    const either = (id: bigint) => db.$queryRaw`SELECT id FROM store WHERE id = ${id}`
    expect(await Promise.all([either(1n), either(2n), either(1n)])).toEqual([[{ id: 1n }], [{ id: 2n }], [{ id: 1n }]])
  })
})

const refused = /^TypeError: A statement answers a value of the type with the number \d+: cast it/

it.each(['1.5::numeric', 'current_date', 'now()::timestamp', 'ARRAY[1.5]', "'1 day'::interval", "'store'::regclass"])(
  '%s, which Prisma reads otherwise than pg, is not answered, and the connection goes on',
  async (value) => {
    const failed = await db.$queryRaw(Prisma.raw(`SELECT ${value} AS value`)).catch((error: unknown) => error)
    expect(String(failed)).toMatch(refused)
    expect(await Promise.all(Array.from({ length: 30 }, () => db.$queryRaw`SELECT 1 AS a`))).toContainEqual([{ a: 1 }])
  },
)

/** One of them, or more, is a value of nearly any type. */
const written = [
  '1',
  't',
  'a',
  '2026-01-02',
  '1 day',
  '127.0.0.1',
  '08:00:2b:01:02:03',
  '{"a":1}',
  '(1,2)',
  '[1,2)',
  '1:1:',
  'store',
]
written.push('4f0c2f6e-7f0e-4a3e-9d0b-1f2a3b4c5d6e', '<(1,2),3>', '(1,2),(3,4)', '0/0', '[2026-01-01,2026-02-01)', '{[1,2)}')

// Some thousand statements, one after the other.
const slowly = { timeout: 300_000 }

it('A value of any type that PostgreSQL has, and a list of two, is read as in a transaction or not at all', slowly, async () => {
  const types = await db.$queryRaw<{ name: string }[]>`SELECT typname::text AS name FROM pg_type
    WHERE oid < 16384 AND typtype IN ('b', 'r', 'm') AND typname NOT LIKE '\\_%' ORDER BY oid`
  const counts = { same: 0, refused: 0 }
  for (const { name } of types) {
    const quoted = `"${name}"`
    for (const text of written) {
      const value = `CAST('${text}'::text AS ${quoted})`
      const isOne = await db.$queryRaw(Prisma.raw(`SELECT ${value}::text`)).catch(() => undefined)
      if (!isOne) continue
      for (const each of [value, `ARRAY[${value}, NULL]`]) {
        const statement = Prisma.raw(`SELECT ${each} AS value`)
        const outside = await db.$queryRaw(statement).catch(String)
        const isRefused = typeof outside === 'string' && refused.test(outside)
        counts[isRefused ? 'refused' : 'same'] += 1
        if (!isRefused)
          expect([each, await db.$transaction((tx) => tx.$queryRaw(statement)).catch(String)]).toStrictEqual([each, outside])
      }
    }
  }
  expect(counts).toEqual({ same: expect.any(Number), refused: expect.any(Number) })
  expect(Math.min(counts.same, counts.refused)).toBeGreaterThan(50)
})

it('Changes are counted, and undone as a whole when they fail', async () => {
  const rename = (to: string) => db.$executeRaw`UPDATE store SET host = ${to} || id WHERE id IN (1, 2)`
  expect(await rename('counted-')).toBe(2)
  expect(await db.$executeRaw`UPDATE store SET host = 'none' WHERE id = -1`).toBe(0)
  const failed = await db.$executeRaw`UPDATE store SET host = 'both' WHERE id IN (1, 2)`.catch((error: unknown) => error)
  expect(isTaken(failed)).toBe(true)
  expect(await db.$queryRaw`SELECT host FROM store WHERE id IN (1, 2) ORDER BY id`).toEqual([
    { host: 'counted-1' },
    { host: 'counted-2' },
  ])
})
