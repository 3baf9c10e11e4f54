/** The marks that kept counts depend on: of every table that has them, each change and deletion is marked, and an index finds the last one. */
import { describe, expect, it } from 'vitest'
import { snakeCase } from '../../src/values/text.ts'
import { rootLists } from '../reads/schema-lists.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { db } = store

const marked = rootLists.map(({ resource }) => resource).filter(({ markedBy }) => markedBy !== undefined)
const tables = [...new Map(marked.map((each) => [each.model.name, each] as const))]

it('Tables with marks are those of the resources', async () => {
  const found = await db.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE attname = 'changed_in' AND relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> 'tombstone' ORDER BY 1`
  expect(found.map(({ name }) => name)).toEqual(tables.map(([name]) => snakeCase(name)).sort())
})

describe.each(tables)('%s', (name, { markedBy }) => {
  const table = snakeCase(name)

  it('marks each change but those of its unmarked columns, and each deletion', async () => {
    const triggers = await db.$queryRaw<{ definition: string; source: string }[]>`
      SELECT pg_get_triggerdef(pg_trigger.oid) AS definition, prosrc AS source FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
      WHERE tgrelid = (SELECT oid FROM pg_class WHERE relname = ${table} AND relnamespace = current_schema()::regnamespace) AND tgenabled = 'O'`
    const on = (when: RegExp) => triggers.filter(({ definition }) => when.test(definition)).map(({ source }) => source)
    // An invoice is never changed.
    if (table === 'invoice') {
      expect(on(/ BEFORE DELETE OR UPDATE ON .* FOR EACH ROW EXECUTE FUNCTION refuse_invoice_change/)).toHaveLength(1)
      return
    }
    const [marks = ''] = on(/_marked BEFORE UPDATE ON .* FOR EACH ROW WHEN \(\(old\.\* IS DISTINCT FROM new\.\*\)\)/)
    expect(marks).toContain('NEW."changed_in" := "this_transaction"()')
    const unmarked = [...marks.matchAll(/"shown"\."(\w+)" := OLD\."\1"/g)].map(([, column]) => column)
    expect([...(markedBy?.unmarked ?? [])].map(snakeCase).sort()).toEqual(unmarked.sort())
    expect(on(/ AFTER DELETE ON .* FOR EACH STATEMENT EXECUTE FUNCTION leave_tombstones\('\w+'\)/)).toHaveLength(1)
  })

  it('marks each new row, and has an index of the marks of a store', async () => {
    const [column] = await db.$queryRaw<{ default: string }[]>`
      SELECT column_default AS "default" FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ${table} AND column_name = 'changed_in'`
    expect(column?.default).toBe('this_transaction()')
    const indexes = await db.$queryRaw<
      { definition: string }[]
    >`SELECT indexdef AS definition FROM pg_indexes WHERE tablename = ${table}`
    expect(indexes.some(({ definition }) => definition.endsWith('(store_id, changed_in, id)'))).toBe(true)
  })
})

it('The count of a list follows its rows, whether it is kept or made anew', async () => {
  const rate = { storeId: 1n, name: 'Tax', country: 'US', rate: 1_000, validFrom: new Date(0) }
  const counts: number[] = []
  const read = async () => {
    for (let time = 0; time < 3; time += 1) {
      const { data, errors } = await store.graphql('{ taxRates(filter: { country: { eq: "US" } }) { totalCount nodes { id } } }')
      expect(errors).toEqual([])
      expect(data.taxRates.nodes).toHaveLength(data.taxRates.totalCount)
      counts.push(data.taxRates.totalCount)
    }
  }
  await read()
  const { id } = await db.taxRate.create({ data: rate })
  await read()
  await db.$executeRaw`UPDATE tax_rate SET country = 'FR' WHERE store_id = 1 AND id = ${id}`
  await read()
  await db.$executeRaw`UPDATE tax_rate SET country = 'US' WHERE store_id = 1 AND id = ${id}`
  await read()
  await db.taxRate.deleteMany({ where: { storeId: 1n, id } })
  await read()
  const [before = 0] = counts
  expect(counts.map((count) => count - before)).toEqual([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0])
})
