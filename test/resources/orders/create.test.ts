import { describe, expect, it } from 'vitest'
import { chooseTerm, type OfferedInstance } from '../../../src/resources/orders/create-rules.ts'
import { field } from '../../../src/values/sentence.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addAddress, addCustomer, addMethod, addProduct, ago, chargesOf, onHand } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

const terms = [
  { id: 1, name: 'Monthly', enabled: true, numCycles: 1, gift: false },
  { id: 2, name: 'Prepaid', enabled: true, numCycles: 3, gift: false },
  { id: 3, name: 'Gift', enabled: true, numCycles: 3, gift: true },
]

const line = field('line')

describe('the rule', () => {
  it('finds a term by its id, or by its name and number of cycles', () => {
    const facts = { terms, name: 'Tea', singlePurchasable: false } as unknown as OfferedInstance
    expect(chooseTerm(facts, { id: '2' }, false, line)).toBe(terms[1])
    expect(chooseTerm(facts, { name: 'Prepaid', numCycles: 3 }, false, line)).toBe(terms[1])
    expect(chooseTerm(facts, { id: '3' }, true, line)).toBe(terms[2])
  })
})

describe.each(surfaces)('%s', (surface) => {
  const act = (input: object) => ask(store, surface, 'createOrder', { ...input })
  const buy = async (product: { instanceId: number }, more: object = {}, line: object = {}) => {
    const customer = await addCustomer(db)
    const products = [{ product_instance: { id: product.instanceId }, ...line }]
    return { customer, ...(await act({ customer: { id: customer.id }, products, ...more })) }
  }
  const stored = (id: number) =>
    db.order.findUniqueOrThrow({
      where: ofStore(id),
      include: { products: true, transactions: true, fulfillments: { include: { shipment: true } } },
    })

  it('orders one piece of a product that is bought once', async () => {
    const product = await addProduct(db, { price: 1400, shipping: 500, stock: 5 })
    const { customer, status, record } = await buy(product)
    expect(status).toBe(201)
    expect(record).toMatchObject({
      customer_id: customer.id,
      financial_status: 'paid',
      fulfillment_status: 'unfulfilled',
      status: 'open',
      is_gift: false,
      is_renewal: false,
      order_gift_info: { gift_message: '', gift_recipient_name: '', gift_recipient_email: '' },
      placed_at: '2026-03-15T12:00:00Z',
      sub_total: 1400,
      total_shipping: 500,
      total_tax: 0,
      total: 1900,
      products: [{ product_instance_id: product.instanceId, quantity: 1, price: 1400, total: 1400 }],
    })
    expect(await chargesOf(db, customer.id)).toEqual([{ amount: 1900, captured: true }])
    expect(await stored(record.id)).toMatchObject({
      transactions: [{ result: 'captured', total: 1900n }],
      fulfillments: [{ subscriptionId: null, cycleNumber: 1, totalCycles: 1, status: 'open', fulfillmentDate: today }],
    })
    expect(await onHand(db, product)).toBe(4)
    expect(await db.subscription.count({ where: { customerId: customer.id } })).toBe(0)
    const { body } = await store.rest(`/v1/orders/${record.id}`)
    expect(body.total).toBe(1900)
  })

  it('takes null for every part that may be left out', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 1400 }] })
    const term = { id: product.terms[0]?.id, name: null, num_cycles: null }
    const { status, record } = await buy(
      product,
      { ship_address_id: null, cust_pay_id: null, coupons: null, order_gift_info: null },
      { term, quantity: null },
    )
    expect({ status, record }).toMatchObject({
      status: 201,
      record: { is_gift: false, products: [{ quantity: 1 }], total_price: 1400 },
    })
    const once = await addProduct(db, { price: 700 })
    expect(await buy(once, {}, { term: null })).toMatchObject({ status: 201, record: { total_price: 700 } })
  })

  it('takes null for the texts of a gift, and an object without any', async () => {
    const product = await addProduct(db, { price: 700 })
    const empty = { gift_message: '', gift_recipient_name: '', gift_recipient_email: '' }
    const texts = { gift_message: null, gift_recipient_name: 'Gran', gift_recipient_email: null }
    expect((await buy(product, { order_gift_info: texts })).record).toMatchObject({
      is_gift: true,
      order_gift_info: { ...empty, gift_recipient_name: 'Gran' },
    })
    // PHP encodes an empty object as a list.
    const given = surface === 'REST' ? [{}, []] : [{}]
    for (const order_gift_info of given)
      expect((await buy(product, { order_gift_info })).record).toMatchObject({ is_gift: true, order_gift_info: empty })
  })

  it.each(['id', 'name and num_cycles'])('begins a subscription for a term given by %s', async (by) => {
    const product = await addProduct(db, {
      terms: [
        { cycles: 1, price: 2000 },
        { cycles: 3, price: 5400 },
      ],
      shipping: 100,
    })
    const [, term] = product.terms
    const given = by === 'id' ? { id: term?.id } : { name: term?.name, num_cycles: 3 }
    const { customer, status, record } = await buy(product, {}, { term: given, quantity: 2 })
    expect({ status, sub: record.sub_total, shipping: record.total_shipping }).toEqual({
      status: 201,
      sub: 10_800,
      shipping: 600,
    })
    const subscriptions = await db.subscription.findMany({ where: { customerId: customer.id } })
    expect(subscriptions).toMatchObject([
      {
        status: 'active',
        autorenew: true,
        termId: BigInt(term?.id ?? 0),
        quantity: 2,
        startDate: today,
        endDate: new Date('2026-06-15T12:00:00Z'),
        paymentMethodId: BigInt(customer.methodId ?? 0),
        addressId: BigInt(customer.addressId),
      },
    ])
    const { fulfillments } = await stored(record.id)
    expect(
      fulfillments.map(({ cycleNumber, totalCycles, fulfillmentDate }) => [cycleNumber, totalCycles, fulfillmentDate]),
    ).toEqual([
      [1, 3, today],
      [2, 3, new Date('2026-04-15T12:00:00Z')],
      [3, 3, new Date('2026-05-15T12:00:00Z')],
    ])
    expect(fulfillments.every(({ subscriptionId }) => subscriptionId === subscriptions[0]?.id)).toBe(true)
    const shipments = await db.shipment.findMany({ where: { customerId: customer.id } })
    expect(shipments.map(({ status }) => status)).toEqual(['unshipped', 'unshipped', 'unshipped'])
  })

  it('delivers nothing before it was ordered, whatever the billing day', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 2, price: 100 }], rhythm: { day: 10 } })
    const { record } = await buy(product, {}, { term: { id: product.terms[0]?.id } })
    const { fulfillments } = await stored(record.id)
    expect(fulfillments.filter(({ fulfillmentDate }) => fulfillmentDate < today)).toEqual([])
  })

  it('sends what is due at one time in one parcel', async () => {
    const [one, other] = [await addProduct(db), await addProduct(db, { terms: [{ cycles: 2, price: 100 }] })]
    const { customer, status } = await buy(one, {
      products: [
        { product_instance: { id: one.instanceId } },
        { product_instance: { id: other.instanceId }, term: { id: other.terms[0]?.id } },
      ],
    })
    expect(status).toBe(201)
    const shipments = await db.shipment.findMany({ where: { customerId: customer.id }, include: { fulfillments: true } })
    expect(shipments.map(({ fulfillments }) => fulfillments.length).sort()).toEqual([1, 2])
  })

  it.each([true, false])('makes the order a gift when gift info is given, where giftable is %s', async (giftable) => {
    const product = await addProduct(db, { price: 900, shipping: 500, more: { giftable, giftShipping: 700 } })
    const info = { gift_message: 'For you', gift_recipient_name: 'Ivy', gift_recipient_email: 'ivy@example.com' }
    const { record } = await buy(product, { order_gift_info: info })
    expect(record).toMatchObject({ is_gift: true, order_gift_info: info, total_shipping: 700 })
  })

  it.each([true, false])('does not renew a gift by itself, where giftable is %s', async (giftable) => {
    const product = await addProduct(db, { terms: [{ cycles: 3, price: 900, gift: true }], more: { giftable } })
    const { customer, status } = await buy(product, { order_gift_info: {} }, { term: { id: product.terms[0]?.id } })
    expect(status).toBe(201)
    const [subscription] = await db.subscription.findMany({ where: { customerId: customer.id } })
    expect(subscription).toMatchObject({ isGift: true, autorenew: false })
  })

  it.each([
    [['TENTH'], 200],
    [['FIVER'], 500],
    [['TENTH', 'FIVER'], 700],
  ])('takes the coupons %j off', async (coupons, off) => {
    const product = await addProduct(db, { price: 2000, shipping: 100 })
    const { customer, record } = await buy(product, { coupons })
    expect(record).toMatchObject({ sub_total: 2000, total_price: 2000 - off, total: 2100 - off })
    expect(await chargesOf(db, customer.id)).toEqual([{ amount: 2100 - off, captured: true }])
  })

  it('sells what is out of stock when the store says so', async () => {
    const product = await addProduct(db, { stock: 1, outOfStockPurchases: true })
    expect((await buy(product, {}, { quantity: 3 })).status).toBe(201)
    expect(await onHand(db, product)).toBe(-2)
  })

  it('finds the customer by an e-mail address, in whatever case it is written', async () => {
    const products = [{ product_instance: { id: (await addProduct(db)).instanceId } }]
    for (const write of [(email: string) => email, (email: string) => email.toUpperCase()]) {
      const customer = await addCustomer(db, { email: `Mixed.Case.${surface}@Example.org` })
      const { status, record } = await act({ customer: { id: write(customer.email) }, products })
      expect({ status, customer: record.customer_id }).toEqual({ status: 201, customer: customer.id })
      await db.customer.update({ where: ofStore(customer.id), data: { email: `${customer.id}@example.org` } })
    }
  })

  it('sells a subscription product that is single purchasable once too, at its own price', async () => {
    const spec = { price: 1500, stock: 5, terms: [{ cycles: 3, price: 3900 }], more: { singlePurchasable: true } }
    const product = await addProduct(db, spec)
    const once = await buy(product)
    expect(once).toMatchObject({ status: 201, record: { sub_total: 1500, total: 1500 } })
    expect(await db.subscription.count({ where: { customerId: once.customer.id } })).toBe(0)
    expect(await db.fulfillment.count({ where: { orderId: once.record.id } })).toBe(1)
    expect(await onHand(db, product)).toBe(4)
    const byTerm = await buy(product, {}, { term: { id: product.terms[0]?.id } })
    expect(byTerm).toMatchObject({ status: 201, record: { sub_total: 3900 } })
    expect(await db.subscription.count({ where: { customerId: byTerm.customer.id, termId: product.terms[0]?.id ?? 0 } })).toBe(1)
    const { body: shop } = await store.rest(`/v1/store/api/products/ecom/?id=${product.id}`)
    expect(shop.count).toBe(1)
    const { body: counts } = await store.rest(`/v1/store/api/products/inventory/?product_id=${product.id}`)
    expect(counts.results).toEqual([{ product_id: product.id, product_instance_id: product.instanceId, 'on-hand': 3 }])
  })

  it('sends to the address and charges the method that are given, else the first and the default', async () => {
    const product = await addProduct(db)
    const customer = await addCustomer(db)
    const [address, method] = [await addAddress(db, customer), await addMethod(db, customer, 'tok_succeed', false)]
    const input = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    const chosen = await act({ ...input, ship_address_id: address, cust_pay_id: method })
    await db.customer.update({ where: ofStore(customer.id), data: { lastOrderAt: ago(60) } })
    const usual = await act(input)
    const sentBy = async (id: number) => (await stored(id)).fulfillments.map(({ shipment }) => shipment.shipAddressId)
    expect(await stored(chosen.record.id)).toMatchObject({ paymentMethodId: BigInt(method) })
    expect(await sentBy(chosen.record.id)).toEqual([BigInt(address)])
    expect(await stored(usual.record.id)).toMatchObject({ paymentMethodId: BigInt(customer.methodId ?? 0) })
    expect(await sentBy(usual.record.id)).toEqual([BigInt(customer.addressId)])
  })

  it('writes down what was ordered', async () => {
    const { record } = await buy(await addProduct(db, { price: 700 }))
    expect(await logOf(store, 'order', record.id)).toMatchObject([
      { actor: 'key demo', surface: surface.toLowerCase(), operation: 'createOrder', changes: { order: { to: { total: 700 } } } },
    ])
  })
})

describe('REST alone', () => {
  it('takes the nested body as a form', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 100 }] })
    const body = new URLSearchParams({
      'customer[id]': String(customer.id),
      'products[0][product_instance][id]': String(product.instanceId),
      'products[0][term][name]': product.terms[0]?.name ?? '',
      'products[0][term][num_cycles]': '1',
      'products[0][quantity]': '2',
      'coupons[]': 'TENTH',
      'order_gift_info[gift_message]': 'Hello & bye',
    })
    const { status, body: answer } = await store.rest('POST /v1/orders/', store.merchant, { body })
    expect(status).toBe(201)
    expect(answer).toMatchObject({ sub_total: 200, total: 180, is_gift: true, gift_message: 'Hello & bye' })
  })
})
