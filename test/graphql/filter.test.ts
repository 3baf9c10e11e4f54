/** Every operator on every kind of column: REST, GraphQL and a plain JavaScript filter pick the same rows. */
import { beforeAll, describe, expect, it } from 'vitest'
import { agreement, compare, type List, type Row } from '../reads/agree.ts'
import { addOddOrders, addOddProducts } from '../reads/odd-rows.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { agree, rowsOf } = agreement(store)

beforeAll(async () => {
  await addOddOrders(store)
  await addOddProducts(store)
})

const camelCase = (name: string) => name.replace(/_(\w)/g, (_found, letter: string) => letter.toUpperCase())

type Kind = 'id' | 'amount' | 'integer' | 'number' | 'boolean' | 'time' | 'text' | 'enum'

const columns: [kind: Kind, list: List, name: string, nullable: boolean][] = [
  ['id', 'orders', 'id', false],
  ['id', 'orders', 'customer_id', false],
  ['id', 'orders', 'payment_method_id', true],
  ['amount', 'orders', 'total', false],
  ['amount', 'orders', 'total_label_cost', true],
  ['amount', 'products', 'flat_ship_price', false],
  ['integer', 'inventory', 'quantity_on_hand', false],
  ['integer', 'subscriptions', 'cancel_reason', true],
  ['number', 'products', 'ship_weight', false],
  ['boolean', 'orders', 'is_renewal', false],
  ['boolean', 'inventory', 'track_inventory', false],
  ['time', 'orders', 'placed_at', false],
  ['time', 'subscriptions', 'cancelled_at', true],
  ['text', 'products', 'name', false],
  ['text', 'orders', 'note', true],
  ['enum', 'transactions', 'result', false],
  ['enum', 'subscriptions', 'status', false],
]

type Test = (value: unknown, operand: unknown) => boolean
const comparisons: Record<string, Test> = {
  eq: (value, operand) => compare(value, operand) === 0,
  ne: (value, operand) => compare(value, operand) !== 0,
  lt: (value, operand) => compare(value, operand) < 0,
  le: (value, operand) => compare(value, operand) <= 0,
  gt: (value, operand) => compare(value, operand) > 0,
  ge: (value, operand) => compare(value, operand) >= 0,
}

/** A value as REST and as GraphQL variables spell it. */
const plain = (value: unknown) => (value instanceof Date ? `${value.toISOString().slice(0, 19)}Z` : value)
const forGraphql = (kind: Kind, value: unknown) =>
  kind === 'id' ? String(value) : kind === 'amount' ? Number(value) : plain(value)
const forRest = (value: unknown) => encodeURIComponent(String(plain(value)))

/** The distinct values of a column, in order. */
async function valuesOf(list: List, column: string): Promise<unknown[]> {
  const values = (await rowsOf(list)).map((row) => row[column]).filter((value) => value !== null)
  return [...new Map(values.map((value) => [String(plain(value)), value])).values()].sort(compare)
}

const isText = (kind: Kind) => kind === 'text' || kind === 'enum'
const operatorsOf = (kind: Kind) => (kind === 'boolean' || kind === 'enum' ? ['eq', 'ne'] : ['eq', 'ne', 'lt', 'le', 'gt', 'ge'])

describe.each(columns)('%s: %s.%s', (kind, list, name, nullable) => {
  const column = camelCase(name)
  const isHeld = (row: Row, test: (value: unknown) => boolean) => row[column] !== null && test(row[column])

  it('has values to tell apart, and missing ones where it may', async () => {
    expect((await valuesOf(list, column)).length).toBeGreaterThan(1)
    expect((await rowsOf(list)).some((row) => row[column] === null)).toBe(nullable)
  })

  it.each(operatorsOf(kind))('takes %s', async (operator) => {
    const values = await valuesOf(list, column)
    const middle = values.at(values.length >> 1)
    for (const operand of new Set([middle, values.at(-1)])) {
      const rest = `${name}${operator === 'eq' ? '' : `__${operator}`}=${forRest(operand)}`
      const test = comparisons[operator] as Test
      const filter = { [column]: { [operator]: forGraphql(kind, operand) } }
      await agree(list, rest, filter, (row) => isHeld(row, (value) => test(value, operand)), { picks: 'any' })
      if (operand !== middle) continue
      if (operator === 'eq')
        await agree(list, `${name}__eq=${forRest(operand)}`, undefined, (row) => isHeld(row, (value) => test(value, operand)))
      const alias = { le: 'lte', ge: 'gte' }[operator]
      if (alias) {
        const aliased = `${name}__${alias}=${forRest(operand)}`
        await agree(list, aliased, undefined, (row) => isHeld(row, (value) => test(value, operand)), { picks: 'any' })
      }
    }
  })

  it.skipIf(kind === 'boolean')('takes in and nin', async () => {
    const values = await valuesOf(list, column)
    const some = [...new Set([values.at(0), values.at(values.length >> 1)])]
    const isOne = (value: unknown) => some.some((each) => compare(each, value) === 0)
    const quoted = some.map((each) => forRest(isText(kind) ? `"${String(each).replaceAll('"', '""')}"` : each)).join(',')
    const spelled = some.map((each) => forGraphql(kind, each))
    const picks = 'any' as const
    await agree(list, `${name}__in=${quoted}`, { [column]: { in: spelled } }, (row) => isHeld(row, isOne))
    await agree(list, `${name}__nin=${quoted}`, { [column]: { nin: spelled } }, (row) => isHeld(row, (value) => !isOne(value)), {
      picks,
    })
  })

  it.skipIf(kind === 'boolean' || kind === 'enum')('takes between', async () => {
    const values = await valuesOf(list, column)
    const pair = [values.at(0), values.at(values.length >> 1)]
    const isWithin = (value: unknown) => compare(pair[0], value) <= 0 && compare(pair[1], value) >= 0
    const quoted = pair.map((each) => forRest(isText(kind) ? `"${String(each).replaceAll('"', '""')}"` : each))
    const filter = { [column]: { between: pair.map((each) => forGraphql(kind, each)) } }
    const keep = (row: Row) => isHeld(row, isWithin)
    await agree(list, `${name}__between=${quoted.join(',')}`, filter, keep, { picks: 'any' })
    if (pair[0] === '') return
    const apart = pair.map((each) => `${name}__between[]=${forRest(each)}`).join('&')
    await agree(list, apart, { NOT: { NOT: filter } }, keep, { picks: 'any' })
  })

  it('takes is_null', async () => {
    const [none, all] = nullable ? ([undefined, undefined] as const) : (['none', 'all'] as const)
    const expected = (picks: 'none' | 'all' | undefined) => (picks ? { picks } : {})
    await agree(list, `${name}__is_null=true`, { [column]: { isNull: true } }, (row) => row[column] === null, expected(none))
    await agree(list, `${name}__is_null=false`, { [column]: { isNull: false } }, (row) => row[column] !== null, expected(all))
  })

  it('refuses an operator that its kind does not take', async () => {
    const wrong = kind === 'text' ? 'almost' : 'like'
    const answer = await store.rest(`/v1/${list.replace('Instances', '_instances')}/?${name}__${wrong}=1`)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]).toContain(wrong)
    const { errors } = await store.graphql(`{ ${list}(filter: { ${column}: { ${wrong}: "1" } }) { nodes { id } } }`)
    expect(errors[0]?.extensions.code).toBe('BAD_INPUT')
  })
})

describe('operators on one column', () => {
  it('must all hold', async () => {
    const values = await valuesOf('orders', 'total')
    const [from, to] = [values.at(2), values.at(-3)]
    const filter = { total: { ge: Number(from), lt: Number(to) } }
    await agree('orders', `total__ge=${from}&total__lt=${to}`, filter, ({ total }) => total >= Number(from) && total < Number(to))
  })

  it('compare times to the fraction of a second that was given, though times are kept in whole seconds', async () => {
    const [first] = await valuesOf('orders', 'placedAt')
    const half = new Date((first as Date).getTime() + 500).toISOString()
    const filter = { placedAt: { gt: half } }
    await agree('orders', `placed_at__gt=${half}`, filter, ({ placedAt }) => placedAt.getTime() > new Date(half).getTime())
  })

  it('take times in any offset, also with a plus sign that was not percent-encoded', async () => {
    const values = await valuesOf('orders', 'placedAt')
    const middle = values.at(values.length >> 1) as Date
    const local = new Date(middle.getTime() + 2 * 3_600_000).toISOString().slice(0, 19)
    const keep = ({ placedAt }: Row) => placedAt >= middle
    await agree('orders', `placed_at__ge=${local}%2B02:00`, { placedAt: { ge: `${local}+02:00` } }, keep)
    await agree('orders', `placed_at__ge=${local}+02:00`, undefined, keep)
    const psql = local.replace('T', ' ')
    await agree('orders', `placed_at__ge=${encodeURIComponent(psql)}%2B02`, { placedAt: { ge: `${psql}+02` } }, keep)
    await agree('orders', `placed_at__ge=${encodeURIComponent(psql)}+02`, { placedAt: { ge: `${psql} 02` } }, keep)
    const utc = middle.toISOString().slice(0, 16).replace('T', ' ')
    const sinceMinute = ({ placedAt }: Row) => placedAt >= new Date(`${utc.replace(' ', 'T')}Z`)
    await agree('orders', `placed_at__ge=${encodeURIComponent(utc)}`, { placedAt: { ge: utc } }, sinceMinute)
  })
})
