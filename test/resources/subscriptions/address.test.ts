/** A subscription gets another address or payment method, of its customer; what is not sent follows it to the address. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import {
  addAddress,
  addCustomer,
  addMethod,
  addMonthly,
  addProduct,
  addSubscription,
  ago,
  type Customer,
} from '../../writes/rows.ts'
import { json, mutate } from '../writing.ts'

const store = await openStore()
const { db } = store

/** A shipment with one delivery of each subscription, or of what was bought once. */
async function shipmentOf(customer: Customer, subscriptions: (number | null)[], status: 'unshipped' | 'shipped' = 'unshipped') {
  const product = await addProduct(db)
  const owned = { storeId: 1, customerId: customer.id }
  const amounts = { subTotal: 0, total: 0, totalPrice: 0 }
  const order = await db.order.create({
    data: { ...owned, ...amounts, financialStatus: 'paid', fulfillmentStatus: 'unfulfilled', status: 'open', placedAt: ago(600) },
  })
  const times = { adjustedOrderedAt: ago(600), createdAt: ago(600) }
  const { id } = await db.shipment.create({ data: { ...owned, ...times, shipAddressId: customer.addressId, status } })
  for (const subscriptionId of subscriptions) {
    const cycle = { cycleNumber: 1, totalCycles: 1, fulfillmentDate: ago(0), adjustedFulfillmentDate: ago(0) }
    const parts = { storeId: 1, shipmentId: id, orderId: order.id, instanceId: product.instanceId, quantity: 1, ...cycle }
    await db.fulfillment.create({ data: { ...parts, subscriptionId, status: status === 'shipped' ? 'fulfilled' : 'open' } })
  }
  return id
}
const addressOf = async (id: bigint) => Number((await db.shipment.findFirstOrThrow({ where: { id } })).shipAddressId)

describe.each(surfaces)('%s', (surface) => {
  const act = (id: number, input: object) => ask(store, surface, 'updateSubscription', { id, ...input })

  it('writes the address and the payment method of the customer', async () => {
    const { id, customer } = await addMonthly(db)
    const [address, method] = [await addAddress(db, customer), await addMethod(db, customer, 'tok_succeed', false)]
    expect((await act(id, { address_id: address, payment_method_id: method })).status).toBe(200)
    const { body } = await store.rest(`/v1/subscriptions/${id}`)
    expect(body).toMatchObject({ address_id: address, payment_method_id: method })
    expect((await act(id, { address_id: null, payment_method_id: null })).status).toBe(200)
    expect((await store.rest(`/v1/subscriptions/${id}`)).body).toMatchObject({ address_id: null, payment_method_id: null })
  })

  it('refuses those of others like missing ones, and archived ones', async () => {
    const { id, customer } = await addMonthly(db)
    const [other, foreign] = [await addCustomer(db), await addCustomer(db, { storeId: 2 })]
    for (const { addressId, methodId } of [other, foreign, { addressId: 999_999, methodId: 999_999 }]) {
      expect(await act(id, { address_id: addressId })).toMatchObject({
        status: 404,
        message: expect.stringContaining(`no address ${addressId}`),
      })
      expect(await act(id, { payment_method_id: methodId })).toMatchObject({ status: 404 })
    }
    const archived = await addAddress(db, customer)
    await mutate(store, 'archiveAddress', { id: archived })
    const message = expect.stringMatching(/^address_?[iI]d names an address that is archived; restore it first\.$/)
    expect(await act(id, { address_id: archived })).toMatchObject({ status: 400, message })
  })

  it('is refused while a payment is under way', async () => {
    const { id, customer } = await addMonthly(db, { paymentUnderWay: true })
    expect((await act(id, { address_id: await addAddress(db, customer) })).status).toBe(400)
  })

  it('has what is not sent follow, and tells of it', async () => {
    const { id, customer } = await addMonthly(db)
    const [open, sent] = [await shipmentOf(customer, [id]), await shipmentOf(customer, [id], 'shipped')]
    const before = await addressOf(sent)
    const address = await addAddress(db, customer)
    expect((await act(id, { address_id: address })).status).toBe(200)
    expect([await addressOf(open), await addressOf(sent)]).toEqual([address, before])
    const events = await db.event.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
    expect(events).toMatchObject([
      { type: 'subscription.updated', changes: { addressId: { to: address }, movedShipments: { to: [Number(open)] } } },
      { type: 'shipment.updated', recordId: open, changes: { shipAddressId: { from: customer.addressId, to: address } } },
    ])
  })

  it('keeps it where it is when it is told to', async () => {
    const { id, customer } = await addMonthly(db)
    const open = await shipmentOf(customer, [id])
    expect((await act(id, { address_id: await addAddress(db, customer), open_shipments: 'keep' })).status).toBe(200)
    expect(await addressOf(open)).toBe(customer.addressId)
  })

  it('leaves in a shipment what is not its own', async () => {
    const { id, customer, product } = await addMonthly(db)
    const other = await addSubscription(db, { customer, product })
    const shared = await shipmentOf(customer, [id, other, null])
    const address = await addAddress(db, customer)
    expect((await act(id, { address_id: address })).status).toBe(200)
    expect(await addressOf(shared)).toBe(customer.addressId)
    const parted = await db.shipment.findMany({
      where: { customerId: customer.id, shipAddressId: address },
      include: { fulfillments: true },
    })
    expect(parted).toMatchObject([{ status: 'unshipped', fulfillments: [{ subscriptionId: BigInt(id) }] }])
    expect(await db.fulfillment.count({ where: { shipmentId: shared } })).toBe(2)
    expect(await db.event.count({ where: { type: 'shipment.split', recordId: parted[0]?.id ?? 0n } })).toBe(1)
  })
})

it('takes as many statements for twelve shipments as for one', async () => {
  const counts = []
  for (const many of [1, 12]) {
    const { id, customer } = await addMonthly(db)
    for (let each = 0; each < many; each += 1) await shipmentOf(customer, [id])
    const address = await addAddress(db, customer)
    counts.push((await store.statements(() => mutate(store, 'updateSubscription', { id, addressId: address }))).length)
  }
  expect(counts[1]).toBe(counts[0])
})

it('is never given an address that is archived at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, customer } = await addMonthly(db)
    const address = await addAddress(db, customer)
    await Promise.all([
      mutate(store, 'updateSubscription', { id, addressId: address }),
      mutate(store, 'archiveAddress', { id: address }),
    ])
    const subscription = await db.subscription.findFirstOrThrow({ where: { id }, include: { address: true } })
    expect(subscription.address?.archivedAt).toBeNull()
  }
})

describe('A customer', () => {
  const path = (id: number) => `PUT /v1/store/api/subscriptions/${id}/`
  const shopThat = async (...customersMay: string[]) => {
    await db.store.updateMany({ data: { customersMay } })
    return openStore()
  }
  const own = async () => {
    const made = await addMonthly(db)
    return { ...made, as: await store.customerToken(BigInt(made.customer.id)) }
  }

  it('gives it another address, or another payment method, as far as the store allows it', async () => {
    const { id, customer, as } = await own()
    const [address_id, payment_method_id] = [await addAddress(db, customer), await addMethod(db, customer, 'tok_succeed', false)]
    const shop = await shopThat('change_address')
    expect((await shop.rest(path(id), as, json({ address_id }))).body).toMatchObject({ id, address_id })
    const refused = { status: 403, body: { errors: ['This shop does not let its customers do this: change_payment_method.'] } }
    expect(await shop.rest(path(id), as, json({ payment_method_id }))).toMatchObject(refused)
    expect(await shop.rest(path(id), as, json({ address_id, payment_method_id }))).toMatchObject(refused)
    const other = await shopThat('change_payment_method')
    expect((await other.rest(path(id), as, json({ payment_method_id }))).body).toMatchObject({ payment_method_id })
  })

  it("writes nothing else, and to no other customer's", async () => {
    const [mine, theirs] = [await own(), await own()]
    const shop = await shopThat('change_address', 'change_payment_method')
    expect((await shop.rest(path(mine.id), mine.as, json({ note: 'x' }))).status).toBe(400)
    const query = `mutation { updateSubscription(input: { id: ${mine.id}, note: "x" }) { userErrors { code } } }`
    expect((await shop.graphql(query, {}, mine.as)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    const body = json({ address_id: mine.customer.addressId })
    expect((await shop.rest(path(theirs.id), mine.as, body)).status).toBe(404)
    expect((await shop.rest(path(mine.id), mine.as, json({ address_id: theirs.customer.addressId }))).status).toBe(404)
  })
})
