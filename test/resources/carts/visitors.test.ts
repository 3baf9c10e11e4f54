/** Visitors fill carts and check them out, by the token of a cart, where the store lets them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { signCartToken, signCustomerToken } from '../../../src/auth/customer-token.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore, type Store } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { surfaces } from '../../writes/ask.ts'
import { addAddress, addCustomer, addProduct, giveCredit, onHand, type Product } from '../../writes/rows.ts'
import { type Input, type Visit, visit } from './visiting.ts'

const store = await openStore({ isEmbedded: true })
const { db } = store

// Settings of a store are kept for most of a minute, for each app.
const apps = new Map<boolean, Store>()
const open = async (isOpen: boolean) => {
  await db.store.update({ where: { id: 1n }, data: { visitorCheckout: isOpen } })
  const known = apps.get(isOpen)
  if (known) return known
  const opened = await openStore({ isEmbedded: true })
  apps.set(isOpen, opened)
  return opened
}
let shop: Store

beforeEach(async () => {
  shop = await open(true)
  await db.store.update({ where: { id: 1n }, data: { host: 'shop.example' } })
})

const lineOf = (product: Product, more: object = {}) => ({ product_instance: { id: product.instanceId }, ...more })
const shipTo = { to: 'Vi Sitor', street: 'Long Road 1', city: 'Berlin', zip_code: '10115', country: 'DE' }
const returnUrl = 'https://shop.example/thanks'
const emailOf = () => `visitor-${Math.random()}@example.com`

/** The part of an answer that does not differ from cart to cart: no ids, times and addresses. */
const shownOf = ({ record, status, message }: Visit) => {
  const { id: _, order_id, token: _token, expires_at: _until, email: _email, pricing, products, ...others } = record ?? {}
  return { status, message, ...others, isOrdered: order_id != null, pricing, lines: products?.length }
}

describe.each(surfaces)('%s', (surface) => {
  const asked = (name: 'createCart' | 'updateCart' | 'checkoutCart', input: Input, as = '', options = {}) =>
    visit(shop, surface, name, input, as, options)
  const cartOf = async (input: Input) => {
    const { record, status } = await asked('createCart', input)
    expect(status).toBe(201)
    return { id: record.id as number, as: `Bearer ${record.token}`, record }
  }
  const stored = (id: number) => db.cart.findUniqueOrThrow({ where: ofStore(id), include: { order: true } })

  it('is refused where the store does not let visitors', async () => {
    shop = await open(false)
    const { status } = await asked('createCart', { products: [] })
    expect(status).toBe(401)
    const cart = await db.cart.create({ data: { storeId: 1n, createdAt: today, changedAt: today } })
    const { token } = await signCartToken(db, { storeId: 1n, cartId: cart.id }, today)
    const later = await asked('updateCart', { id: Number(cart.id), products: [] }, `Bearer ${token}`)
    expect([later.status, later.message]).toEqual([403, 'This shop does not let its visitors do this: checkout.'])
  })

  it('makes a cart with a token, which shows its price and is filled and checked out with it', async () => {
    const product = await addProduct(db, { price: 1000, shipping: 100, stock: 5 })
    const monthly = await addProduct(db, { terms: [{ cycles: 1, price: 2000 }] })
    const { id, as, record } = await cartOf({ products: [lineOf(product, { quantity: 2 })] })
    expect(record).toMatchObject({
      products: [{ quantity: 2 }],
      customer_id: null,
      order_id: null,
      pricing: { price: { total: 2200 }, problem: null },
    })
    const email = emailOf()
    const products = [lineOf(product, { quantity: 2 }), lineOf(monthly, { term: { id: monthly.terms[0]?.id } })]
    const filled = await asked('updateCart', { id, products, email, ship_to: shipTo }, as)
    expect(filled.record).toMatchObject({ email, ship_to: { ...shipTo, company: '' } })
    const { status, record: paid } = await asked('checkoutCart', { id, return_url: returnUrl }, as)
    expect(status).toBe(200)
    expect(paid).toMatchObject({ completed: true, customer_id: null, order: null, order_id: expect.anything() })
    const { order, customerId, email: kept, shipTo: where } = await stored(id)
    expect([kept, where]).toEqual([null, null])
    expect(order).toMatchObject({ total: 4200n, financialStatus: 'paid', customerId })
    const customer = await db.customer.findUniqueOrThrow({
      where: ofStore(customerId ?? 0n),
      include: { addresses: { where: { frozenKey: null } }, paymentMethods: true, subscriptions: true },
    })
    expect(customer).toMatchObject({ email, name: 'Vi Sitor', country: 'DE', numOrders: 1 })
    expect(customer.addresses).toMatchObject([{ to: 'Vi Sitor', city: 'Berlin' }])
    expect(customer.paymentMethods).toMatchObject([{ last4: '4242', isDefault: false }])
    expect(customer.subscriptions).toMatchObject([
      { addressId: customer.addresses[0]?.id, paymentMethodId: customer.paymentMethods[0]?.id },
    ])
    expect(await onHand(db, product)).toBe(3)
    const events = await db.event.findMany({ where: { storeId: 1, customerId: customer.id }, orderBy: { id: 'asc' } })
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'customer.created',
        'address.created',
        'order.created',
        'payment.captured',
        'payment_method.created',
      ]),
    )
    const again = await asked('checkoutCart', { id, return_url: returnUrl }, as)
    expect([again.status, again.message]).toEqual([400, `The cart was checked out: it has led to order ${order?.id}.`])
  })

  it('joins the customer of a known e-mail address, and answers as of an unknown one', async () => {
    const known = await addCustomer(db, { token: 'tok_decline' })
    await giveCredit(db, known, 5000)
    await addAddress(db, known)
    await db.customer.update({
      where: ofStore(known.id),
      data: { taxId: 'ATU13585627', taxIdCountry: 'AT', taxIdStatus: 'valid', lastOrderAt: new Date(today.getTime() - 1000) },
    })
    const product = await addProduct(db, { price: 700 })
    const answers = []
    const orders = []
    for (const email of [emailOf(), known.email.toUpperCase()]) {
      const { id, as, record } = await cartOf({ products: [lineOf(product)], email, ship_to: shipTo })
      const checkout = () => asked('checkoutCart', { id, return_url: returnUrl, use_credit: true }, as)
      const first = await checkout()
      const seen = await asked('updateCart', { id, products: [] }, as)
      answers.push([record.pricing, shownOf(first), seen.status])
      orders.push((await stored(id)).order)
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.[1]).toMatchObject({ status: 200, isOrdered: true })
    expect(orders[1]).toMatchObject({ customerId: BigInt(known.id), total: 700n, creditApplied: 0n, financialStatus: 'paid' })
    const after = await db.customer.findUniqueOrThrow({ where: ofStore(known.id), include: { paymentMethods: true } })
    expect(after).toMatchObject({ credit: 5000n, email: known.email, numOrders: 1 })
    expect(after.paymentMethods.map(({ isDefault, gatewayToken }) => [isDefault, gatewayToken])).toEqual([
      [true, 'tok_decline'],
      [false, 'tok_succeed'],
    ])
    const address = await db.address.findUniqueOrThrow({ where: ofStore(orders[1]?.addressId ?? 0n) })
    expect(address).toMatchObject({ to: 'Vi Sitor', street: 'Long Road 1' })
  })

  it('has its card pay only what it was entered for', async () => {
    const known = await addCustomer(db)
    await addAddress(db, known)
    await db.store.update({ where: { id: 1n }, data: { customersMay: ['checkout', 'change_payment_method'] } })
    const [product, monthly] = [
      await addProduct(db, { price: 700 }),
      await addProduct(db, { terms: [{ cycles: 1, price: 900 }] }),
    ]
    const products = [lineOf(monthly, { term: { id: monthly.terms[0]?.id } })]
    const { id, as } = await cartOf({ products, email: known.email, ship_to: shipTo })
    expect((await asked('checkoutCart', { id, return_url: returnUrl }, as)).status).toBe(200)
    const entered = await db.paymentMethod.findFirstOrThrow({
      where: { storeId: 1, customerId: known.id, enteredByVisitor: true },
    })
    const theirs = await db.subscription.findFirstOrThrow({ where: { storeId: 1, customerId: known.id } })
    expect(theirs.paymentMethodId).toBe(entered.id)
    const customer = await shop.customerToken(BigInt(known.id))
    const refusal = (answer: { status: number; body?: unknown }) => [answer.status, JSON.stringify(answer.body)]
    const refused = [400, expect.stringContaining('was entered without a sign-in')]
    const method = Number(entered.id)
    const cart = await asked('createCart', { products: [lineOf(product)] }, customer)
    expect(
      await asked('checkoutCart', { id: cart.record.id, cust_pay_id: method, return_url: returnUrl }, customer),
    ).toMatchObject({
      status: 400,
      message: expect.stringContaining('was entered without a sign-in'),
    })
    const send = (row: string, body: object, who = customer) => shop.rest(row, who, { body: JSON.stringify(body) }).then(refusal)
    expect(await send(`PUT /v1/store/api/customer/payment_methods/${method}/`, { is_default: true })).toEqual(refused)
    expect(await send(`PUT /v1/store/api/subscriptions/${theirs.id}/`, { backup_payment_method_id: method })).toEqual(refused)
    // Without another card the customer enters one.
    await db.paymentMethod.update({ where: ofStore(known.methodId ?? 0n), data: { archivedAt: today, isDefault: false } })
    await db.customer.update({ where: ofStore(known.id), data: { lastOrderAt: null } })
    expect((await asked('checkoutCart', { id: cart.record.id, return_url: returnUrl }, customer)).status).toBe(200)
    const { order } = await stored(cart.record.id)
    const own = await db.paymentMethod.findUniqueOrThrow({ where: ofStore(order?.paymentMethodId ?? 0n) })
    expect([own.enteredByVisitor, own.isDefault]).toEqual([false, true])
  })

  it('asks for what its checkout lacks, and takes no card of a customer', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 700 })
    const refusal = async (input: Input, more: Input = {}) => {
      const { id, as } = await cartOf(input)
      const { status, message } = await asked('checkoutCart', { id, return_url: returnUrl, ...more }, as)
      return [status, message?.replaceAll('shipTo', 'ship_to')]
    }
    const products = [lineOf(product)]
    expect(await refusal({ products })).toEqual([400, 'The cart needs email before its checkout.'])
    expect(await refusal({ products, email: customer.email })).toEqual([400, 'The cart needs ship_to before its checkout.'])
    const whole = { products, email: customer.email, ship_to: shipTo }
    expect((await refusal(whole, { return_url: undefined }))[0]).toBe(400)
    expect((await refusal(whole, { return_url: 'https://elsewhere.example/' }))[0]).toBe(400)
    expect((await refusal(whole, { cust_pay_id: customer.methodId }))[0]).toBe(404)
    expect(await refusal({ products: [], email: customer.email, ship_to: shipTo })).toEqual([
      400,
      'The cart is empty; put products into it first.',
    ])
    for (const input of [
      { email: 'nobody' },
      { ship_to: { ...shipTo, country: 'XX' } },
      { customer: { id: String(customer.id) } },
    ])
      expect((await asked('createCart', { products, ...input })).status).toBeOneOf([400, 403])
  })

  it("answers another's cart, and every cart without a token, like one that there is not", async () => {
    const product = await addProduct(db, { price: 700 })
    const mine = await cartOf({ products: [lineOf(product)] })
    const theirs = await cartOf({ products: [lineOf(product)], email: emailOf(), ship_to: shipTo })
    const customer = await addCustomer(db)
    const missing = 9_007_199_254_740_991
    for (const [as, status] of [[mine.as, 404] as const, ['', 401] as const]) {
      for (const name of ['updateCart', 'checkoutCart'] as const) {
        const more = name === 'checkoutCart' ? { return_url: returnUrl } : { products: [] }
        const [one, other] = [await asked(name, { id: theirs.id, ...more }, as), await asked(name, { id: missing, ...more }, as)]
        expect(one).toEqual(other)
        expect(one.status).toBe(status)
      }
      const read = (id: number) => shop.rest(`GET /v1/store/api/carts/${id}/`, as)
      const [one, other] = [await read(theirs.id), await read(missing)]
      expect([one.status, one.body]).toEqual([status, other.body])
    }
    const ofCustomer = await shop.rest(`GET /v1/store/api/carts/${theirs.id}/`, await shop.customerToken(BigInt(customer.id)))
    expect(ofCustomer.status).toBe(404)
    expect((await shop.rest(`GET /v1/store/api/carts/${mine.id}/`, mine.as)).body).toMatchObject({ id: mine.id, email: null })
    const { status } = await shop.rest(`GET /v1/store/api/customer/`, mine.as)
    expect(status).toBe(401)
  })

  it('finds coupons as customers do, and none that is limited for each customer', async () => {
    const product = await addProduct(db, { price: 1000 })
    const add = async (columns: object) => {
      const code = `VISIT-${Math.random()}`
      const data = {
        storeId: 1,
        code,
        name: 'x',
        discountType: 'percent',
        discountValue: 10n,
        createdAt: today,
        ...columns,
      } as const
      await db.coupon.create({ data })
      return code
    }
    const [good, off, once] = [await add({}), await add({ enabled: false }), await add({ maxUsesPerCustomer: 1 })]
    const { id, as } = await cartOf({ products: [lineOf(product)] })
    const given = async (code: string) => {
      const { status, message } = await asked('updateCart', { id, coupons: [code] }, as)
      return [status, message]
    }
    expect(await given(off)).toEqual(await given('NO-SUCH-CODE'))
    expect(await given('NO-SUCH-CODE')).toEqual([404, 'Coupon not found'])
    expect(await given(once)).toEqual([400, 'Unable to add coupon.'])
    expect((await given(good))[0]).toBe(200)
  })

  it('tries a checkout and keeps nothing of it', async () => {
    const email = emailOf()
    const { id, as } = await cartOf({ products: [lineOf(await addProduct(db, { price: 700 }))], email, ship_to: shipTo })
    const { status } = await asked('checkoutCart', { id, return_url: returnUrl }, as, { isDryRun: true })
    expect(status).toBe(200)
    expect(await db.customer.count({ where: { storeId: 1, email } })).toBe(0)
    expect(await stored(id)).toMatchObject({ orderId: null, email })
  })

  it('makes one customer of two checkouts at once with a new e-mail address', async () => {
    const email = emailOf()
    const product = await addProduct(db, { price: 700 })
    const carts = [1, 2].map(() => cartOf({ products: [lineOf(product)], email, ship_to: shipTo }))
    const paid = await Promise.all(
      (await Promise.all(carts)).map(({ id, as }) => asked('checkoutCart', { id, return_url: returnUrl }, as)),
    )
    expect(paid.map(({ status }) => status)).toEqual([200, 200])
    const found = await db.customer.findMany({ where: { storeId: 1, email }, include: { addresses: true, orders: true } })
    expect(found.map(({ addresses, orders }) => [addresses.filter((each) => !each.frozenKey).length, orders.length])).toEqual([
      [1, 2],
    ])
  })
})

describe('The token of a cart', () => {
  it('holds for thirty days, opens its cart alone, and is no customer', async () => {
    const cart = await db.cart.create({ data: { storeId: 1n, createdAt: today, changedAt: today } })
    const of = async (days: number) =>
      `Bearer ${(await signCartToken(db, { storeId: 1n, cartId: cart.id }, new Date(today.getTime() - days * 86_400_000))).token}`
    const read = async (as: string) => (await shop.rest(`GET /v1/store/api/carts/${cart.id}/`, as)).status
    expect(await read(await of(0))).toBe(200)
    expect(await read(await of(29.9))).toBe(200)
    expect(await read(await of(30))).toBe(401)
    // A customer with the id of the cart is nobody whom the token opens.
    const { data, errors } = await shop.graphql('{ me { id } }', {}, await of(0))
    expect([data?.me ?? null, errors[0]?.extensions.code]).toEqual([null, 'UNAUTHENTICATED'])
    const customer = `Bearer ${(await signCustomerToken(db, { storeId: 1n, customerId: cart.id }, today)).token}`
    expect(await read(customer)).toBe(404)
    const cookie = { headers: { Cookie: `__Host-tandem_customer=${(await of(0)).slice(7)}` } }
    expect((await shop.rest(`GET /v1/store/api/carts/${cart.id}/`, '', cookie)).status).toBe(401)
  })
})
