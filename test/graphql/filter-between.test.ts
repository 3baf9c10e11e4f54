/** `between`: two values, both included; anything else is refused with a sentence, alike on both surfaces. */
import { beforeAll, describe, expect, it } from 'vitest'
import { agreement } from '../reads/agree.ts'
import { addSubscriptionsWith } from '../reads/odd-rows.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { agree } = agreement(store)
beforeAll(() =>
  addSubscriptionsWith(store, [{ size: 39 }, { size: '40.0' }, { size: 41 }, { size: 'medium' }, { since: '2026-01-05' }]),
)

const size = ({ metadata }: { metadata?: { data: { size?: unknown } } }) => Number(metadata?.data.size)

describe('between', () => {
  it('takes both ends, of days too', () => {
    const [from, to] = [new Date('2025-11-01'), new Date('2026-01-01')]
    return agree(
      'orders',
      'placed_at__between=2025-11-01,2026-01-01',
      { placedAt: { between: ['2025-11-01', '2026-01-01'] } },
      (row) => row.placedAt >= from && row.placedAt <= to,
    )
  })

  it('takes the same value twice', () => agree('orders', 'id__between=7,7', { id: { between: [7, 7] } }, ({ id }) => id === 7n))

  it('holds for a related row', () =>
    agree(
      'subscriptions',
      'orders.total__between=2000,3000',
      { orders: { total: { between: [2000, 3000] } } },
      ({ orderProducts }) =>
        orderProducts.some(({ order }: { order: { total: bigint } }) => order.total >= 2000n && order.total <= 3000n),
    ))

  it('compares the codes of an enum', async () => {
    const { body } = await store.rest('/v1/transactions/?result_code__between=3,4&limit=1000')
    expect(new Set(body.results.map(({ result }: { result: string }) => result))).toEqual(new Set(['failed', 'refunded']))
  })

  it('compares a key of metadata with two numbers, two times or two texts', async () => {
    const isBetween = (row: object) => size(row) >= 39.5 && size(row) <= 41
    await agree('subscriptions', '_md.size__between=39.5,41', { metadata: [{ key: 'size', between: [39.5, 41] }] }, isBetween)
    const since = { metadata: [{ key: 'since', between: ['2026-01-01', '2026-02-01T00:00:00Z'] }] }
    const { data } = await store.graphql(
      'query ($filter: SubscriptionFilter) { subscriptions(filter: $filter) { totalCount } }',
      { filter: since },
    )
    expect(data.subscriptions.totalCount).toBe(1)
    const { body } = await store.rest('/v1/subscriptions/?_md.size__between=a,z')
    expect(body.count).toBe(1)
  })

  it('may be negated', () =>
    agree(
      'orders',
      undefined,
      { NOT: { totalLabelCost: { between: [0, 400] } } },
      ({ totalLabelCost: cost }) => cost === null || cost < 0n || cost > 400n,
    ))
})

describe('A pair that is none', () => {
  const refused = async (rest: string, list: string, filter: object, message: string, inGraphql: string) => {
    const { status, body } = await store.rest(`/v1/${list}/?${rest}`)
    expect([status, body.errors]).toEqual([400, [message]])
    const type = list === 'orders' ? 'OrderFilter' : 'SubscriptionFilter'
    const { errors } = await store.graphql(`query ($filter: ${type}) { ${list}(filter: $filter) { totalCount } }`, { filter })
    expect(errors).toMatchObject([{ message: inGraphql, extensions: { code: 'BAD_INPUT' } }])
  }
  const two = 'takes two values, the lower one first.'

  it.each([
    ['total__between=5', { total: { between: [5] } }, 'total'],
    ['total__between=5', { total: { between: 5 } }, 'total'],
    ['total__between=5,6,7', { total: { between: [5, 6, 7] } }, 'total'],
    ['note__between=a', { note: { between: ['a'] } }, 'note'],
  ])('has other than two values: %s', (rest, filter, name) =>
    refused(rest, 'orders', filter, `${name}__between ${two}`, `${name}.between ${two}`),
  )

  it.each([
    ['total__between=6,5', { total: { between: [6, 5] } }, 'total', 'total', '6 to 5'],
    ['id__between=10,9', { id: { between: ['10', '9'] } }, 'id', 'id', '10 to 9'],
    [
      'placed_at__between=2026-01-02,2026-01-01',
      { placedAt: { between: ['2026-01-02', '2026-01-01'] } },
      'placed_at',
      'placedAt',
      '2026-01-02T00:00:00Z to 2026-01-01T00:00:00Z',
    ],
  ])('is the wrong way round: %s', (rest, filter, name, inGraphql, range) => {
    const sentence = `takes the lower value first: nothing is from ${range}.`
    return refused(rest, 'orders', filter, `${name}__between ${sentence}`, `${inGraphql}.between ${sentence}`)
  })

  it.each([
    ['_md.size__between=5', [5], two],
    ['_md.size__between=9,5', [9, 5], 'takes the lower value first: nothing is from 9 to 5.'],
    ['_md.size__between=5,big', [5, 'big'], 'takes two numbers, two times or two texts.'],
    ['_md.size__between=2026-01-01,5', ['2026-01-01', 5], 'takes two numbers, two times or two texts.'],
  ])('is on a key of metadata: %s', (rest, between, sentence) =>
    refused(
      rest,
      'subscriptions',
      { metadata: [{ key: 'size', between }] },
      `_md.size__between ${sentence}`,
      `metadata size.between ${sentence}`,
    ),
  )

  it('is not asked of a column without an order', async () => {
    const { body } = await store.rest('/v1/orders/?status__between=open,closed')
    expect(body.errors).toEqual(['status does not take the operator between; it takes eq, ne, in, nin, is_null.'])
  })

  it('is left empty, which asks for nothing', () => agree('orders', 'total__between=', undefined, () => true, { picks: 'all' }))
})
