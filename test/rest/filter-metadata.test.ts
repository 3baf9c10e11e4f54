/** Filters on free-form metadata: `_md.<key>` on REST, `metadata: [{ key }]` in GraphQL. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Agree, agreement, type Row } from '../reads/agree.ts'
import { addSubscriptionsWith } from '../reads/odd-rows.ts'
import { openStore } from '../store.ts'

const store = await openStore()
const { agree } = agreement(store)

beforeAll(() =>
  addSubscriptionsWith(store, [
    { tshirt: 'L', n: 9, deep: { a: { b: { c: 1 } } } },
    { tshirt: 'l', n: 10, deep: { a: { b: { c: 2 } } } },
    { tshirt: 'XL', n: '10', deep: { a: 'flat' } },
    { tshirt: 'a_b', n: '9.5', 'deep.a.b.c': 7 },
    { tshirt: 'aXb', n: 'nine', deep: { a: { b: { c: 1 } } }, 'deep.a.b.c': 8 },
    { tshirt: '', n: '010', list: ['x', { y: 5 }] },
    { tshirt: null, n: -1.5, yes: true },
    { n: 1e21, yes: 'true', since: '2026-01-02' },
    { n: 0, yes: false, since: '2026-01-02T00:00:00Z' },
    { n: true, since: '2026-01-02T10:00:00+02:00', 'with, comma "q"': 'x' },
    { n: '2026-01-02', since: 'last year', a__b: 1, 'ünï 👋': 2, 'q?&=+#': 3, __gt: 4, '%': 5 },
    {},
  ]),
)

type Value = string | number | boolean

/** The value under a key: of the key itself, else at the dotted path; null is none. */
function valueAt({ metadata }: Row, key: string): unknown {
  const own = metadata?.data?.[key]
  if (own !== undefined && own !== null) return own
  const at = key.split('.').reduce((value, step) => value?.[step], metadata?.data)
  return at ?? undefined
}

/** How a value compares, said once more: what reads as a number is one, what reads as a time is one, else it is text. */
function kindOf(value: unknown): ['number' | 'time' | 'text', number | string] {
  if (typeof value === 'number') return ['number', value]
  const text = String(value)
  if (typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d*[1-9])?(e[+]\d\d)?$/.test(text)) return ['number', Number(text)]
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:]+(Z|[+-]\d\d:\d\d))?$/.test(text)) return ['time', Date.parse(text)]
  return ['text', text]
}

const isSame = (value: unknown, operand: Value) => JSON.stringify(kindOf(value)) === JSON.stringify(kindOf(operand))
const isPresent = (value: unknown) => value !== undefined && typeof value !== 'object'

/** Whether a value stands to an operand as an operator says. */
function holds(value: unknown, operator: string, operand: Value): boolean {
  if (!isPresent(value)) return false
  if (operator === 'eq') return isSame(value, operand)
  if (operator === 'ne') return !isSame(value, operand)
  const [[kind, one], [otherKind, other]] = [kindOf(value), kindOf(operand)]
  if (kind !== otherKind) return false
  return { lt: one < other, le: one <= other, gt: one > other, ge: one >= other }[operator] ?? false
}

const ask = (key: string, operator: string, operand: Value, expected?: Parameters<Agree>[4]) =>
  agree(
    'subscriptions',
    `_md.${encodeURIComponent(key)}__${operator}=${encodeURIComponent(operand)}`,
    { metadata: [{ key, [operator]: operand }] },
    (row) => holds(valueAt(row, key), operator, operand),
    expected,
  )

const operands: [key: string, operands: Value[]][] = [
  ['n', [9, 10, '10', 9.5, -1.5, 0, '1e+21', 'nine', '010', '2026-01-02', 'true']],
  ['tshirt', ['L', 'l', 'a_b', 'zzz', '']],
  ['since', ['2026-01-02', '2026-01-02T08:00:00Z', '2026-01-01', 'last year', 5]],
  ['yes', ['true', 'false']],
  ['deep.a.b.c', [1, 2, 7, 8]],
  ['deep.a', ['flat']],
  ['list.1.y', [5]],
  ['list.0', ['x']],
]

describe.each(operands)('_md.%s', (key, values) => {
  it.each(['eq', 'ne', 'lt', 'le', 'gt', 'ge'])('takes %s', async (operator) => {
    for (const operand of values) await ask(key, operator, operand, { picks: 'any' })
  })

  it('takes in and nin', async () => {
    const list = values.map((each) => `"${each}"`).join(',')
    const isOne = (row: Row) => values.some((each) => holds(valueAt(row, key), 'eq', each))
    await agree('subscriptions', `_md.${key}__in=${encodeURIComponent(list)}`, { metadata: [{ key, in: values }] }, isOne)
    const isOther = (row: Row) => isPresent(valueAt(row, key)) && !isOne(row)
    await agree('subscriptions', `_md.${key}__nin=${encodeURIComponent(list)}`, { metadata: [{ key, nin: values }] }, isOther, {
      picks: 'any',
    })
  })

  it('takes is_null: a missing key, a null value and a missing record', async () => {
    const isMissing = (row: Row) => valueAt(row, key) === undefined
    await agree('subscriptions', `_md.${key}__is_null=true`, { metadata: [{ key, isNull: true }] }, isMissing)
    await agree('subscriptions', `_md.${key}__is_null=false`, { metadata: [{ key, isNull: false }] }, (row) => !isMissing(row))
  })
})

describe('metadata filters', () => {
  it('have no suffix for equality', () =>
    agree(
      'subscriptions',
      '_md.n=10',
      { metadata: [{ key: 'n', eq: 10 }] },
      (row) => Number(valueAt(row, 'n')) === 10 && valueAt(row, 'n') !== '010',
    ))

  it('take like and ilike, in which % is the only wildcard', async () => {
    const key = 'tshirt'
    const text = (row: Row) => (isPresent(valueAt(row, key)) ? String(valueAt(row, key)) : undefined)
    await agree('subscriptions', '_md.tshirt__like=a_b', { metadata: [{ key, like: 'a_b' }] }, (row) => text(row) === 'a_b')
    await agree('subscriptions', '_md.tshirt__ilike=%25l', { metadata: [{ key, ilike: '%l' }] }, (row) =>
      /l$/i.test(text(row) ?? ''),
    )
    await agree('subscriptions', '_md.tshirt__like=%25', { metadata: [{ key, like: '%' }] }, (row) => text(row) !== undefined)
  })

  it.each(['with, comma "q"', 'ünï 👋', 'q?&=+#', '%'])('take the key %j', (key) =>
    agree(
      'subscriptions',
      `_md.${encodeURIComponent(key)}__is_null=false`,
      { metadata: [{ key, isNull: false }] },
      (row) => valueAt(row, key) !== undefined,
    ),
  )

  it('take a key that has two underscores in it, when an operator follows', () =>
    agree('subscriptions', '_md.a__b__eq=1', { metadata: [{ key: 'a__b', eq: 1 }] }, (row) => valueAt(row, 'a__b') === 1))

  it('of several keys must all hold, each on a value of its own', async () => {
    const filter = {
      metadata: [
        { key: 'n', ge: 9 },
        { key: 'tshirt', eq: 'l' },
      ],
    }
    await agree(
      'subscriptions',
      '_md.n__ge=9&_md.tshirt=l',
      filter,
      (row) => holds(valueAt(row, 'n'), 'ge', 9) && valueAt(row, 'tshirt') === 'l',
    )
    const range = { metadata: [{ key: 'n', ge: 9, lt: 10 }] }
    await agree('subscriptions', '_md.n__ge=9&_md.n__lt=10', range, (row) => [9, '9.5'].includes(valueAt(row, 'n') as number))
  })

  it('in NOT are those that do not hold, missing keys among them', () =>
    agree('subscriptions', undefined, { NOT: { metadata: [{ key: 'n', eq: 9 }] } }, (row) => valueAt(row, 'n') !== 9))

  it('stand beside other filters, and on carts too', async () => {
    const both = { metadata: [{ key: 'visits', eq: 3 }], completed: { eq: true } }
    await agree('carts', '_md.visits=3&completed=true', both, (row) => valueAt(row, 'visits') === 3 && row.completed, {
      picks: 'any',
    })
    await agree('carts', '_md.seen.first__gt=2025-06-01', { metadata: [{ key: 'seen.first', gt: '2025-06-01' }] }, (row) => {
      const first = valueAt(row, 'seen.first')
      return first !== undefined && Date.parse(String(first)) > Date.parse('2025-06-01')
    })
  })

  it.each(['products', 'orders', 'transactions'])('are unknown on %s, which have no such metadata', async (list) => {
    const { status, body } = await store.rest(`/v1/${list}/?_md.a=1`)
    expect([status, body]).toEqual([400, { errors: ['Unknown filter: _md.a'] }])
  })
})
