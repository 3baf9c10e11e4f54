/** Filters on free-form metadata: `_md.<key>` on REST, `metadata: [{ key }]` in GraphQL. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Agree, agreement, type Row } from '../reads/agree.ts'
import { addSubscriptionsWith } from '../reads/odd-rows.ts'
import { openStore } from '../support/store.ts'

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
    { plan: 9, plan__gt: 3, GT__GT: 6 },
    { plan: 4, plan__gt: 5, a__: 7 },
    { x: { deep__gt: 2 } },
    ...['2026-09-01 10:00:00+00', '2026-09-01 12:00:00+02', '2026-09-01T10:00:00 00', '2026-09-01 09:00:00-02', '10:00+00'].map(
      (paused) => ({ paused }),
    ),
    ...['9.50', '10.0', '12.75', 9.5, 12.75, '100.00', '-2.50', '0', '-0.0'].map((weight) => ({ weight })),
    ...['1e3', '+5', '.5', '0042', '4111111111111111', '0.1234567890123456', 'heavy', '2026-01-02'].map((weight) => ({ weight })),
    ...[1000, 42, 5, 4_111_111_111_111_111, 0.1234567890123456].map((weight) => ({ weight })),
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
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && !/[1-9](\.?\d){15}/.test(text)
  if (typeof value === 'string' && isNumber) return ['number', Number(text) + 0]
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:]+(Z|[+-]\d\d:\d\d))?$/.test(text)) return ['time', Date.parse(text)]
  return ['text', text]
}

/** A text that is neither a number nor a time is also the same as what is spelled like it. */
const isSame = (value: unknown, operand: Value) =>
  JSON.stringify(kindOf(value)) === JSON.stringify(kindOf(operand)) ||
  (kindOf(operand)[0] === 'text' && String(value) === String(operand))
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
    // An empty parameter says nothing on REST.
    operand === '' ? undefined : `_md.${encodeURIComponent(key)}__${operator}=${encodeURIComponent(operand)}`,
    { metadata: [{ key, [operator]: operand }] },
    (row) => holds(valueAt(row, key), operator, operand),
    expected,
  )

const operands: [key: string, operands: Value[]][] = [
  ['n', [9, 10, '10', 9.5, -1.5, 0, 'nine', '010', '2026-01-02', 'true']],
  ['tshirt', ['L', 'l', 'a_b', 'zzz', '']],
  ['weight', ['9.50', '9.5', 9.5, '10', '10.00', '100.00', 100, '-0', '0.0', '-2.5', '12.750']],
  ['weight', ['1e3', '+5', '.5', '0042', '4111111111111111', '4111111111111112', '0.1234567890123456', 1000, 42]],
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

  it('take a key that has two underscores in it', async () => {
    const isOne = (row: Row) => valueAt(row, 'a__b') === 1
    await agree('subscriptions', '_md.a__b__eq=1', { metadata: [{ key: 'a__b', eq: 1 }] }, isOne)
    await agree('subscriptions', '_md.a__b=1', undefined, isOne)
    await agree('subscriptions', '_md.a__b__lt=2', undefined, isOne)
    await agree('subscriptions', '_md.GT__GT=6', { metadata: [{ key: 'GT__GT', eq: 6 }] }, (row) => valueAt(row, 'GT__GT') === 6)
    await agree('subscriptions', '_md.a__=7', { metadata: [{ key: 'a__', eq: 7 }] }, (row) => valueAt(row, 'a__') === 7)
  })

  it('take an operator at the end of a key for the operator, whatever keys there are', async () => {
    const plan = { metadata: [{ key: 'plan', gt: 5 }] }
    await agree('subscriptions', '_md.plan__gt=5', plan, (row) => holds(valueAt(row, 'plan'), 'gt', 5))
    const named = { metadata: [{ key: 'plan__gt', eq: 5 }] }
    await agree('subscriptions', '_md.plan__gt__eq=5', named, (row) => valueAt(row, 'plan__gt') === 5)
    await agree('subscriptions', '_md.__gt__eq=4', { metadata: [{ key: '__gt', eq: 4 }] }, (row) => valueAt(row, '__gt') === 4)
    await agree('subscriptions', '_md.x.deep__gt__in=1,2', { metadata: [{ key: 'x.deep__gt', in: [1, 2] }] }, (row) => {
      return valueAt(row, 'x.deep__gt') === 2
    })
  })

  it('reach through relations, on both surfaces', async () => {
    const customers = await store.db.metadata.findMany({ where: { storeId: 1n, customerId: { not: null } } })
    const subscriptions = await store.db.metadata.findMany({ where: { storeId: 1n, subscriptionId: { not: null } } })
    const having = (records: Row[], owner: string, key: string, is: (value: unknown) => boolean) => {
      const found = records.filter((record) => is(record.data[key]))
      expect(found.length).toBeGreaterThan(0)
      return new Set(found.map((record) => record[owner]))
    }
    const english = having(customers, 'customerId', 'language', (value) => value === 'en')
    const filter = { customer: { metadata: [{ key: 'language', eq: 'en' }] } }
    for (const list of ['subscriptions', 'orders', 'carts'] as const)
      await agree(list, 'customer._md.language=en', filter, ({ customerId }) => english.has(customerId))
    const gold = having(subscriptions, 'subscriptionId', 'plan', (value) => value === 'gold')
    const ofGold = ({ products }: Row) => products.some(({ subscriptionId }: Row) => gold.has(subscriptionId))
    const golden = { subscriptions: { metadata: [{ key: 'plan', eq: 'gold' }] } }
    await agree('orders', 'subscriptions._md.plan=gold', golden, ofGold)
    await agree('transactions', 'order.subscriptions._md.plan=gold', { order: golden }, ({ order }) => ofGold(order))
    const seats = having(subscriptions, 'subscriptionId', 'seats', (value) => Number(value) >= 9)
    const many = { subscriptions: { metadata: [{ key: 'seats', ge: 9 }] } }
    await agree('orders', 'subscriptions._md.seats__ge=9', many, ({ products }) =>
      products.some(({ subscriptionId }: Row) => seats.has(subscriptionId)),
    )
    const deep = { customer: { metadata: [{ key: 'shoe.size', eq: 42 }] } }
    const size = having(customers, 'customerId', 'shoe', (value) => (value as Row)?.size === 42)
    await agree('orders', 'customer._md.shoe.size=42', deep, ({ customerId }) => size.has(customerId))
  })

  it('of a customer’s own are open to that customer, and those of subscriptions are not', async () => {
    const { count } = (await store.rest('/v1/store/api/shipments/?limit=1000', store.customer)).body
    const own = await store.rest('/v1/store/api/shipments/?customer._md.language=en', store.customer)
    expect(own.body.count).toBe(count)
    const others = await store.rest('/v1/store/api/shipments/?customer._md.language=de', store.customer)
    expect(others.body.count).toBe(0)
    const closed = await store.rest('/v1/store/api/shipments/?fulfillments.subscription._md.plan=gold', store.customer)
    expect([closed.status, closed.body.errors]).toEqual([403, ['metadata is open to merchants only.']])
  })

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

  it('find a number of more digits than 15 by the spelling it is shown in', async () => {
    for (const spelling of ['1e+21', '4111111111111111', '0.1234567890123456'])
      for (const key of ['n', 'weight'])
        await ask(key, 'eq', spelling, { picks: key === 'n' && spelling !== '1e+21' ? 'none' : 'any' })
    await agree('subscriptions', '_md.weight=4111111111111111.0', undefined, () => false, { picks: 'none' })
  })

  it('see the spelling of a number in patterns', async () => {
    const spelled = (form: RegExp) => (row: Row) => isPresent(valueAt(row, 'weight')) && form.test(String(valueAt(row, 'weight')))
    await agree('subscriptions', '_md.weight__like=%25.50', { metadata: [{ key: 'weight', like: '%.50' }] }, spelled(/\.50$/))
    await agree('subscriptions', '_md.weight__ilike=9.5', { metadata: [{ key: 'weight', ilike: '9.5' }] }, spelled(/^9\.5$/))
  })

  it('read offsets of whole hours, also where the plus sign is a blank, given or stored', async () => {
    const at = Date.UTC(2026, 8, 1, 10)
    const times = [
      [at, at, at, at + 3_600_000],
      ['2026-09-01 10:00:00+00', '2026-09-01 12:00:00+02', '2026-09-01T10:00:00 00', '2026-09-01 09:00:00-02'],
    ] as const
    const timeOf = (row: Row) => times[0][times[1].indexOf(valueAt(row, 'paused') as (typeof times)[1][number])]
    for (const given of ['2026-09-01 10:00:00+00', '2026-09-01 10:00:00 00', '2026-09-01T13:00:00 03', '2026-09-01 10:00']) {
      const rest = (operator: string) => `_md.paused${operator}=${given.replaceAll(' ', '%20')}`
      await agree('subscriptions', rest(''), { metadata: [{ key: 'paused', eq: given }] }, (row) => timeOf(row) === at)
      await agree('subscriptions', rest('__gt'), { metadata: [{ key: 'paused', gt: given }] }, (row) => (timeOf(row) ?? 0) > at)
    }
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

  it.each(['shipments', 'transactions'])('are unknown on %s, which have no such metadata', async (list) => {
    const { status, body } = await store.rest(`/v1/${list}/?_md.a=1`)
    expect([status, body]).toEqual([400, { errors: [expect.stringMatching(/^Unknown filter: _md\.a; a list takes/)] }])
  })
})
