/** Lists to compare with in all their spellings on REST, empty ones, and addresses whose plus sign was not encoded. */
import { beforeAll, describe, expect, it } from 'vitest'
import { agreement, type List, type Row } from '../reads/agree.ts'
import { addSubscriptionsWith } from '../reads/odd-rows.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { agree } = agreement(store)

beforeAll(async () => {
  await addSubscriptionsWith(store, [{ 'tags[]': 'x', tags: 'y' }, { tags: 'x' }])
  const change = (id: bigint, email: string) =>
    store.db.customer.update({ where: { storeId_id: { storeId: 1n, id } }, data: { email } })
  await change(1n, 'Marta+tea@example.org')
  await change(3n, 'ines calloway@example.org')
  await store.db.order.updateMany({
    where: { storeId: 1n, isGift: true },
    data: { giftRecipientEmail: 'gran+tea@example.org' },
  })
})

const either = ({ status }: Row) => status === 'active' || status === 'past_due'

describe('A list', () => {
  it.each([
    'status[]=active&status[]=past_due',
    'status[0]=active&status[1]=past_due',
    'status[1]=2&status[0]=Past_Due',
    'status%5B%5D=active&status%5B%5D=past_due',
    'status__in[]=active&status__in[]=past_due',
    'status__in[0]=active&status__in[1]=past_due',
    'status[]=active&status=past_due',
    'status=active&status__in[7]=past_due',
    'status__eq[]=active&status[]=past_due',
    'status[]=&status[]=active&status[]=past_due',
    'status[0]=&status[1]=active&status[2]=past_due',
    'status__in=active&status__in=past_due',
    'status__in=active,past_due&status__in=past_due,active',
    'status__in=&status__in=active&status__in=past_due',
    'status=active&status__in=past_due',
    'status__eq=2&status__in=Past_Due',
    'status__in=past_due&status[]=active',
  ])('may be written %s', (rest) => agree('subscriptions', rest, { status: { in: ['active', 'past_due'] } }, either))

  it.each(['status[]=active', 'status[0]=active', 'status__in[]=active', 'status[]=active&status[]='])(
    'may have one value: %s',
    (rest) => agree('subscriptions', rest, { status: { in: ['active'] } }, ({ status }) => status === 'active'),
  )

  it.each([
    'status__nin[]=active&status__nin[]=past_due',
    'status__nin[0]=active&status__nin[1]=past_due',
    'status__nin=active&status__nin=past_due',
    'status__nin=&status__nin=active,past_due&status__nin[]=active',
  ])('excludes with nin: %s', (rest) =>
    agree('subscriptions', rest, { status: { nin: ['active', 'past_due'] } }, (row) => !either(row)),
  )

  it('is one list of every column, relation, metadata key and kind of value when it is repeated', async () => {
    const kinds: [List, string, string, string][] = [
      ['subscriptions', 'id', '1,2', '2,3'],
      ['subscriptions', 'customer.id', '1', '2'],
      ['subscriptions', 'customer.email', 'Marta+tea@example.org', 'zoe.ohara@example.com'],
      ['subscriptions', 'orders.id', '1', '3'],
      ['subscriptions', '_md.plan', 'silver', 'bronze'],
      ['subscriptions', 'type', 'subscription', 'order'],
      ['orders', 'status', '1', 'closed'],
      ['orders', 'total', '2999', '1999'],
      ['orders', 'placed_at', '2025-01-01', '2025-02-01'],
      ['transactions', 'result_code', '2', '3'],
    ]
    for (const [list, name, one, other] of kinds)
      for (const operator of ['in', 'nin']) {
        const counted = async (query: string) => {
          const { status, body } = await store.rest(`/v1/${list}/?${query}`)
          return [status, body.count ?? body.errors]
        }
        const together = await counted(`${name}__${operator}=${encodeURIComponent(`${one},${other}`)}`)
        const [first, second] = [one, other].map((value) => `${name}__${operator}=${encodeURIComponent(value)}`)
        expect([name, operator, ...(await counted(`${first}&${second}`))]).toEqual([name, operator, ...together])
        expect(together[0], name).toBe(200)
      }
  })

  it('has at most 100 values in all of its parameters together', async () => {
    const ids = (from: number) => Array.from({ length: 60 }, (_, index) => from + index).join(',')
    const { status, body } = await store.rest(`/v1/orders/?id__in=${ids(1)}&id__in=${ids(61)}`)
    expect([status, body.errors]).toEqual([400, ['id takes a list of at most 100 values, not 120.']])
  })

  it('is refused by the name of the parameter that gave the value', async () => {
    const { status, body } = await store.rest('/v1/orders/?id__in=1&id=x&id__in=y,3')
    expect([status, body.errors]).toEqual([
      400,
      [
        'id must be a whole number from 1 to 9007199254740991, not x.',
        'id__in must be a whole number from 1 to 9007199254740991, not y.',
      ],
    ])
  })

  it('is of a relation, of identifiers, and of metadata, too', async () => {
    const filter = { orders: { id: { in: ['1', '3'] }, isRenewal: { eq: false } } }
    const keep = ({ orderProducts }: Row) =>
      orderProducts.some(({ order }: Row) => [1n, 3n].includes(order.id) && !order.isRenewal)
    await agree('subscriptions', 'orders.id[]=1&orders.id[]=3&orders.is_renewal=0', filter, keep)
    const plans = { metadata: [{ key: 'plan', in: ['silver', 'bronze'] }] }
    const isPlan = ({ metadata }: Row) => ['silver', 'bronze'].includes(metadata?.data.plan)
    await agree('subscriptions', '_md.plan[]=silver&_md.plan[]=bronze', plans, isPlan)
    await agree('subscriptions', '_md.plan[0]=silver&_md.plan[1]=bronze', undefined, isPlan)
  })

  it('is what brackets at the end of a metadata key stand for, unless an operator follows', async () => {
    const keep = ({ metadata }: Row) => metadata?.data['tags[]'] === 'x'
    await agree('subscriptions', '_md.tags[]__eq=x', { metadata: [{ key: 'tags[]', eq: 'x' }] }, keep)
    await agree(
      'subscriptions',
      '_md.tags[]=y',
      { metadata: [{ key: 'tags', eq: 'y' }] },
      ({ metadata }) => metadata?.data.tags === 'y',
    )
  })

  it('takes each value of brackets as it is, commas and quotes included', async () => {
    const names = ['x, "y", z', '"']
    for (const [index, name] of names.entries())
      await store.db.product.update({ where: { storeId_id: { storeId: 1n, id: BigInt(index + 1) } }, data: { name } })
    const rest = names.map((name) => `name[]=${encodeURIComponent(name)}`).join('&')
    await agree('products', rest, { name: { in: names } }, ({ name }) => names.includes(name))
  })

  it.each([
    ['is_gift[]=true', 'is_gift does not take the operator in; it takes eq, ne, is_null.'],
    ['total__gt[]=5', 'total__gt[] takes no list; write total__gt.'],
    ['total__gt[0]=5', 'total__gt[0] takes no list; write total__gt.'],
    ['id[]=x', 'id[] must be a whole number from 1 to 9007199254740991, not x.'],
    ['is_gift__in=', 'is_gift does not take the operator in; it takes eq, ne, is_null.'],
  ])('that is none is refused: %s', async (rest, message) => {
    const { status, body } = await store.rest(`/v1/orders/?${rest}`)
    expect([status, body.errors]).toEqual([400, [message]])
  })
})

describe('A name in brackets', () => {
  it.each([
    ['placed_at[gte]=2026-01-01', 'placed_at__gte'],
    ['filter[status]=open', 'status'],
    ['filter[placed_at][$gte]=2026-01-01', 'placed_at__gte'],
    ['filter[placed_at__gte]=2026-01-01', 'placed_at__gte'],
    ['filter[status]__ne=open', 'status__ne'],
    ['status[in][]=open', 'status__in[]'],
    ['_md[plan]=x', '_md.plan'],
    ['_md[shoe][size][gt]=9', '_md.shoe.size__gt'],
    ['metadata[plan]=x', '_md.plan'],
    ['customer[email][ilike]=x', 'customer.email__ilike'],
    ['customer[id]=1', 'customer_id'],
    ['placd_at[gte]=2026-01-01', 'placed_at__gte'],
  ])('is refused with the name that was meant: %s', async (query, meant) => {
    const { status, body } = await store.rest(`/v1/orders/?${query}`)
    const [name] = query.split('=')
    expect([status, body.errors]).toEqual([400, [expect.stringMatching(/^Unknown filter: /)]])
    expect(body.errors[0].split('?')[0]).toBe(`Unknown filter: ${name}; did you mean ${meant}`)
  })
})

describe('An empty list', () => {
  it.each(['status__in=', 'status__in', 'status[]=', 'status[]', 'status__in[]=', 'status=&status[]='])(
    'finds nothing: %s',
    (rest) => agree('subscriptions', rest, { status: { in: [] } }, () => false, { picks: 'none' }),
  )

  it.each(['orders.id__in=', 'orders.id[]=', '_md.plan__in=', '_md.plan[]=', 'type[]=', 'customer._md.language__in='])(
    'finds nothing behind a relation, of metadata and of what is no column: %s',
    (rest) => agree('subscriptions', rest, undefined, () => false, { picks: 'none' }),
  )

  it('excludes nothing, not even missing values: __nin=', async () => {
    for (const rest of ['status__nin=', 'note__nin=', 'note__nin[]=', '_md.plan__nin=', 'orders.id__nin='])
      await agree('subscriptions', rest, undefined, () => true, { picks: 'all' })
  })

  it.each([
    'status=',
    'status[0]=',
    'status__in[0]=',
    'status__ne=',
    'note__like=',
    'end_date__gt=',
    'note__is_null=',
    'status__gt=',
    'autorenew__like=',
    'autorenew__nin=',
    '_md.plan=',
  ])('is not what another filter is that was left empty: %s', (rest) =>
    agree('subscriptions', rest, undefined, () => true, { picks: 'all' }),
  )

  it('`next` keeps an empty list parameter', async () => {
    const { body } = await store.rest('/v1/orders/?status[]=&limit=3')
    expect([body.count, body.next]).toEqual([0, null])
    const more = await store.rest('/v1/orders/?status[]=open&status[]=closed&limit=3')
    expect((await store.rest(`/v1/orders/${more.body.next}`)).body.count).toBe(more.body.count)
  })

  it('is refused where there is no such filter', async () => {
    const { status, body } = await store.rest('/v1/orders/?stauts[]=')
    expect([status, body.errors[0]]).toEqual([
      400,
      expect.stringMatching(/^Unknown filter: stauts\[\]; did you mean status\[\]\?/),
    ])
  })
})

describe('A blank in an e-mail address', () => {
  const isMarta = ({ customer }: Row) => customer.email === 'Marta+tea@example.org'

  it('is the plus sign that was not encoded, in eq, ne, in and nin', async () => {
    const marta = 'marta+tea@example.org'
    for (const rest of [
      `customer.email=${marta}`,
      `customer.email__eq=${marta}`,
      `customer.email[]=${marta}`,
      `customer.email__in=a+b@example.org,%20${marta}`,
      `customer.email__in=%22${marta}%22`,
      'customer.email=marta%20tea@example.org',
      'customer.email=marta%2Btea@example.org',
    ])
      await agree('subscriptions', rest, { customer: { email: { eq: marta } } }, isMarta)
    await agree('subscriptions', `customer.email__ne=${marta}`, { customer: { email: { ne: marta } } }, (row) => !isMarta(row))
    await agree('subscriptions', `customer.email__nin=x,${marta}`, undefined, (row) => !isMarta(row))
  })

  it('is one of every column of addresses', async () => {
    const rest = 'gift_recipient_email=gran+tea@example.org'
    const keep = ({ giftRecipientEmail }: Row) => giftRecipientEmail === 'gran+tea@example.org'
    await agree('orders', rest, { giftRecipientEmail: { eq: 'gran+tea@example.org' } }, keep)
    await agree('orders', `order_gift_info.${rest}`, undefined, keep)
  })

  it('is a blank in patterns, in other texts, and in GraphQL', async () => {
    await agree('subscriptions', 'customer.email__like=ines+%25', undefined, ({ customer }) => customer.email.startsWith('ines '))
    await agree('subscriptions', 'customer.name=Marta+Quill', undefined, ({ customer }) => customer.name === 'Marta Quill')
    const filter = { customer: { email: { eq: 'marta tea@example.org' } } }
    await agree('subscriptions', undefined, filter, () => false, { picks: 'none' })
  })
})
