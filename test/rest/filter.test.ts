/** The spellings of REST alone: quoted lists, codes of enums, repeated parameters, ignored ones. GraphQL answers stand beside. */
import { beforeAll, describe, expect, it } from 'vitest'
import { agreement, type List, type Row } from '../reads/agree.ts'
import { addOddOrders, addOddProducts, oddTexts } from '../reads/odd-rows.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { agree, rowsOf } = agreement(store)

beforeAll(async () => {
  await addOddOrders(store)
  await addOddProducts(store)
})

describe('a text', () => {
  it.each(oddTexts.filter((text) => text !== ''))('%j is found as it is', async (text) => {
    await agree('products', `name=${encodeURIComponent(text)}`, { name: { eq: text } }, ({ name }) => name === text)
  })

  it.each(oddTexts)('%j is found in a quoted list', async (text) => {
    const quoted = encodeURIComponent(`"${text.replaceAll('"', '""')}","not there"`)
    await agree('products', `name__in=${quoted}`, { name: { in: [text, 'not there'] } }, ({ name }) => name === text)
  })
})

describe('a list', () => {
  it('is split at commas, and commas may stand in quotes', async () => {
    const wanted = ['a_b', 'x, "y", z', '100%']
    const rest = `name__in=${encodeURIComponent('a_b, "x, ""y"", z" ,100%')}`
    await agree('products', rest, { name: { in: wanted } }, ({ name }) => wanted.includes(name))
    await agree('products', rest.replace('__in', '__nin'), { name: { nin: wanted } }, ({ name }) => !wanted.includes(name))
  })

  it('takes a hundred values', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => String(index + 5))
    await agree('orders', `id__in=${ids.join(',')}`, { id: { in: ids } }, ({ id }) => ids.includes(String(id)))
  })

  it('may name a value twice', async () => {
    const [order] = await rowsOf('orders')
    await agree(
      'orders',
      `id__in=${order?.id},${order?.id}`,
      { id: { in: [String(order?.id), String(order?.id)] } },
      ({ id }) => id === order?.id,
    )
  })

  it.each(['a,"b', 'a"b', '"a"b', '"a""'])('written %s is refused', async (list) => {
    const { status, body } = await store.rest(`/v1/products/?name__in=${encodeURIComponent(list)}`)
    expect([status, body]).toEqual([400, { errors: ['name__in must be a list such as a,b or "a, b",c.'] }])
  })
})

// decisions.md §3: the integer code of each value.
const codes: [list: List, column: string, rest: string, names: string[]][] = [
  ['transactions', 'result', 'result', ['authorized', 'captured', 'failed', 'refunded']],
  ['subscriptions', 'status', 'status', ['unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due']],
  ['orders', 'status', 'status', ['open', 'closed']],
  ['orders', 'fulfillmentStatus', 'fulfillment_status', ['unfulfilled', 'partial', 'fulfilled']],
]

describe.each(codes)('%s.%s', (list, column, rest, names) => {
  it.each(names.map((name, index) => [name, index + 1] as const))(
    '%s is also code %i, and has a name in any case',
    async (name, code) => {
      const keep = (row: Row) => row[column] === name
      const picks = 'any' as const
      await agree(list, `${rest}=${code}`, { [column]: { eq: name } }, keep, { picks })
      await agree(list, `${rest}=${name.toUpperCase()}`, undefined, keep, { picks })
      await agree(list, `${rest}=${name.charAt(0).toUpperCase()}${name.slice(1)}`, undefined, keep, { picks })
      await agree(list, `${rest}__ne=${code}`, { [column]: { ne: name } }, (row) => !keep(row), { picks })
    },
  )

  it('takes a list of names and codes', async () => {
    const wanted = names.slice(0, 2)
    const keep = (row: Row) => wanted.includes(row[column])
    await agree(list, `${rest}__in=1,${names[1]?.toUpperCase()}`, { [column]: { in: wanted } }, keep, { picks: 'any' })
  })

  it.each(['0', String(names.length + 1), 'pending', '1.0', '-1'])('is never %j', async (value) => {
    const { status, body } = await store.rest(`/v1/${list}/?${rest}=${value}`)
    expect(status).toBe(400)
    const known = names.map((name, index) => `${name} (${index + 1})`).join(', ')
    expect(body.errors).toEqual([`Bad value for ${rest}: must be one of ${known}, not ${value}.`])
  })
})

describe('a boolean', () => {
  it.each(['true', 'True', 'TRUE', '1'])('may be %s', (text) =>
    agree('orders', `is_renewal=${text}`, { isRenewal: { eq: true } }, ({ isRenewal }) => isRenewal),
  )

  it.each(['false', 'False', '0'])('may be %s', (text) =>
    agree('orders', `is_renewal=${text}`, { isRenewal: { eq: false } }, ({ isRenewal }) => !isRenewal),
  )
})

describe('parameters', () => {
  it('that are repeated must all hold', async () => {
    const filter = { AND: [{ name: { like: 'a%' } }, { name: { like: '%b' } }] }
    await agree('products', 'name__like=a%25&name__like=%25b', filter, ({ name }) => /^a[\s\S]*b$/.test(name))
    const none = { AND: [{ status: { eq: 'open' } }, { status: { ne: 'open' } }] }
    await agree('orders', 'status=open&status__ne=open', none, () => false, { picks: 'none' })
    await agree('orders', 'status=open&status=closed&status__ne=open', undefined, ({ status }) => status === 'closed')
  })

  it('_, utm_…, format=json and all that are empty say nothing', async () => {
    await agree(
      'orders',
      '_=1763646300&utm_source=mail&utm_campaign=&format=json&status=open&total=&page=&limit=&sort=&with=&id__nin=&note',
      { status: { eq: 'open' } },
      ({ status }) => status === 'open',
    )
    const { status } = await store.rest('/v1/orders/1?_=1&utm_source=x&format=json')
    expect(status).toBe(200)
    expect((await store.rest('PUT /v1/orders/1/?_=1&format=json')).status).toBe(200)
    expect((await store.rest('/v1/orders/?format=xml')).body.errors).toEqual(['format must be json, ndjson or csv, not xml.'])
  })

  it('that are left empty are refused where there are none such: nobody is to take all rows for those asked for', async () => {
    expect((await store.rest('/v1/orders/?stauts=&placed_at%3E2026-01-01')).body).toEqual({
      errors: [
        'Unknown filter: stauts; did you mean status? A list takes page, limit, sort, changed_since, q, with and its fields (GET /v1/).',
        'Unknown filter: placed_at>2026-01-01; a list takes page, limit, sort, changed_since, q, with and its fields (GET /v1/).',
      ],
    })
    expect((await store.rest('/v1/orders/1?foo=')).body).toEqual({ errors: ['Unknown parameter: foo'] })
    expect((await store.rest('PUT /v1/orders/1/?foo=')).status).toBe(400)
  })

  it('that say nothing are handed on by next, and say nothing there either', async () => {
    const { body } = await store.rest('/v1/orders/?status=&limit=3&format=json')
    expect(body.next).toBe('?page=1&status=&limit=3&format=json')
    expect((await store.rest(`/v1/orders/${body.next}`)).body.results.map(({ id }: Row) => id)).toEqual(
      (await store.rest('/v1/orders/?page=1&limit=3')).body.results.map(({ id }: Row) => id),
    )
  })

  it('page and limit say nothing where there is one record', async () => {
    expect((await store.rest('/v1/orders/1?page=3&limit=7')).status).toBe(200)
    expect((await store.rest('/v1/orders/1?sort=id')).body).toEqual({ errors: ['Unknown parameter: sort'] })
  })

  it('may have encoded names', async () => {
    await agree('orders', '%63ustomer%2Eid__%65q=1', { customer: { id: { eq: '1' } } }, ({ customerId }) => customerId === 1n)
  })

  it('take a plus sign for a space', () =>
    agree('products', 'name=+leading', { name: { eq: ' leading' } }, ({ name }) => name === ' leading'))

  it('subscription_id filters product survey results', async () => {
    const [result] = await rowsOf('productSurveyResults')
    const filter = { subscriptionId: { eq: String(result?.subscriptionId) } }
    const keep = ({ subscriptionId }: Row) => subscriptionId === result?.subscriptionId
    await agree('productSurveyResults', `subscription_id=${result?.subscriptionId}`, filter, keep)
  })

  it('of the contract pick rows: placed_at__gt and address.city', async () => {
    const since = '2025-12-01T00:00:00Z'
    const filter = { placedAt: { gt: since }, address: { city: { eq: 'Foxley' } } }
    const keep = ({ placedAt, address }: Row) => placedAt > new Date(since) && address?.city === 'Foxley'
    await agree('orders', `placed_at__gt=${since}&address.city=Foxley`, filter, keep)
  })
})

describe('An equality that is repeated', () => {
  const [one, two] = ['active', 'past_due']

  it.each([
    `status=${one}&status=${two}`,
    'status=2&status=Past_Due',
    `status__eq=${one}&status=${two}`,
    `status=${one}&status=&status=${two}&status=${one}`,
  ])('asks for either: %s', (rest) =>
    agree('subscriptions', rest, { status: { in: [one, two] } }, ({ status }) => status === one || status === two),
  )

  it('of identifiers, of a relation, of texts and of times asks for either, too', async () => {
    await agree('orders', 'id=3&id=5&id=7', { id: { in: ['3', '5', '7'] } }, ({ id }) => [3n, 5n, 7n].includes(id))
    const cities = ['Foxley', 'Greywick']
    const inCity = ({ address }: Row) => cities.includes(address?.city)
    await agree('orders', 'address.city=Foxley&address.city=Greywick', { address: { city: { in: cities } } }, inCity, {
      picks: 'any',
    })
    const names = ['x, "y", z', 'a_b']
    const rest = names.map((name) => `name=${encodeURIComponent(name)}`).join('&')
    await agree('products', rest, { name: { in: names } }, ({ name }) => names.includes(name))
    const [first, second] = (await rowsOf('orders')).map(({ placedAt }) => (placedAt as Date).toISOString())
    const placed = ({ placedAt }: Row) => [first, second].includes(placedAt.toISOString())
    await agree('orders', `placed_at=${first}&placed_at=${second}`, { placedAt: { in: [first, second] } }, placed)
  })

  it('of a relation to many doubles no row', async () => {
    const filter = { transactions: { result: { in: ['captured', 'refunded'] } } }
    const keep = ({ transactions }: Row) => transactions.some(({ result }: Row) => ['captured', 'refunded'].includes(result))
    await agree('orders', 'transactions.result=captured&transactions.result=refunded', filter, keep)
  })

  it('of metadata asks for either, numbers and texts alike', async () => {
    const values = ['gold', '11']
    const keep = ({ metadata }: Row) =>
      Object.entries(metadata?.data ?? {}).some(([key, value]) => key === 'plan' && values.includes(String(value)))
    const filter = { metadata: [{ key: 'plan', in: values }] }
    await agree('subscriptions', '_md.plan=gold&_md.plan=11', filter, keep)
    await agree('subscriptions', '_md.plan=gold&_md.plan__ne=gold', undefined, () => false, { picks: 'none' })
  })

  it('of a boolean asks for either, which is every row', async () => {
    await agree('orders', 'is_renewal=true&is_renewal=false', undefined, () => true, { picks: 'all' })
    await agree('orders', 'is_renewal=true&is_renewal=True', undefined, ({ isRenewal }) => isRenewal)
  })

  it('beside another operator must hold as well', async () => {
    const keep = ({ id }: Row) => [3n, 5n].includes(id)
    await agree('orders', 'id=3&id=5&id=7&id__lt=6', undefined, keep)
    await agree('orders', 'id=3&id=5&id__nin=5,7', undefined, ({ id }) => id === 3n)
  })

  it('takes a hundred values, and says so', async () => {
    const { status, body } = await store.rest(`/v1/orders/?${Array.from({ length: 101 }, (_, id) => `id=${id + 1}`).join('&')}`)
    expect([status, body]).toEqual([400, { errors: ['id takes a list of at most 100 values, not 101.'] }])
  })

  it('names each value that is wrong', async () => {
    const { status, body } = await store.rest('/v1/orders/?id=3&id=x&id=-1')
    const range = 'must be a whole number from 1 to 9007199254740991'
    expect([status, body]).toEqual([400, { errors: [`id ${range}, not x.`, `id ${range}, not -1.`] }])
  })
})

describe('the product list restricted to one-time products', () => {
  it('keeps its restriction beside any filter', async () => {
    const shown = (await rowsOf('products')).filter(
      ({ visible, deleted, singlePurchasable }) => visible && !deleted && singlePurchasable,
    )
    const ids = shown.map(({ id }) => Number(id)).sort((one, other) => one - other)
    for (const filter of ['', '&single_purchasable=true', '&id__ge=1']) {
      const { body } = await store.rest(`/v1/store/api/products/ecom/?limit=1000${filter}`)
      expect(body.results.map(({ id }: Row) => id)).toEqual(ids)
      expect(body.count).toBe(ids.length)
    }
    const { body } = await store.rest('/v1/store/api/products/ecom/?single_purchasable=false')
    expect([body.count, body.results]).toEqual([0, []])
  })
})
