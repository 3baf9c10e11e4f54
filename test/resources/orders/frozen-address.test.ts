/** An order keeps the address that it was placed with, and a parcel that of the moment it was sent, whatever becomes of the address. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, ago, type Customer, pastDue } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store
const product = await addProduct(db)

const frozenOf = ({ id: customerId }: Customer) => db.address.findMany({ where: { customerId, frozenKey: { not: null } } })
const ordersOf = ({ id: customerId }: Customer) =>
  db.order.findMany({ where: { customerId }, include: { address: true }, orderBy: { id: 'asc' } })
const waited = ({ id }: Customer) => db.customer.update({ where: ofStore(id), data: { lastOrderAt: ago(60) } })
const moveTo = ({ addressId }: Customer, city: string) => db.address.update({ where: ofStore(addressId), data: { city } })

describe.each(surfaces)('%s', (surface) => {
  const buy = (customer: Customer, more: object = {}) =>
    ask(store, surface, 'createOrder', {
      customer: { id: customer.id },
      products: [{ product_instance: { id: product.instanceId } }],
      ...more,
    })

  it('makes one frozen address for each content that orders were placed with', async () => {
    const customer = await addCustomer(db)
    for (const city of ['Alder Falls', 'Alder Falls', 'Brindle', 'Alder Falls']) {
      await moveTo(customer, city)
      expect((await buy(customer)).status).toBe(201)
      await waited(customer)
    }
    const orders = await ordersOf(customer)
    expect(orders.map(({ address }) => address?.city)).toEqual(['Alder Falls', 'Alder Falls', 'Brindle', 'Alder Falls'])
    expect(new Set(orders.map(({ addressId }) => addressId)).size).toBe(2)
    expect(await frozenOf(customer)).toHaveLength(2)
    const parcels = await db.shipment.findMany({ where: { customerId: customer.id } })
    expect(new Set(parcels.map(({ shipAddressId }) => shipAddressId))).toEqual(new Set([BigInt(customer.addressId)]))
  })

  it('shows no path of it, to which nothing leads', async () => {
    const customer = await addCustomer(db)
    await buy(customer)
    const [frozen] = await frozenOf(customer)
    const query = `{ order: customer(id: ${customer.id}) { orders(first: 1) { nodes { address { id url } } } } address(id: ${frozen?.id}) { url } }`
    const { data } = await store.graphql(query)
    expect(data).toEqual({
      order: { orders: { nodes: [{ address: { id: String(frozen?.id), url: null } }] } },
      address: { url: null },
    })
    const own = await store.graphql(
      '{ orders(first: 1) { nodes { address { url } } } }',
      {},
      await store.customerToken(BigInt(customer.id)),
    )
    expect(own.data.orders.nodes).toEqual([{ address: { url: null } }])
  })

  it('does not send an order to a frozen address', async () => {
    const customer = await addCustomer(db)
    await buy(customer)
    await waited(customer)
    const [frozen] = await frozenOf(customer)
    const refused = await buy(customer, { ship_address_id: Number(frozen?.id) })
    expect(refused).toMatchObject({ status: 404, message: "ship_address_id is none of the customer's." })
  })

  it('keeps the address of a renewal, also of one that a later try pays from elsewhere', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(5), token: 'tok_decline' })
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(402)
    await moveTo(customer, 'Brindle')
    expect(await ordersOf(customer)).toMatchObject([{ address: { city: 'Alder Falls' } }])
    await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gatewayToken: 'tok_succeed' } })
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(200)
    await moveTo(customer, 'Foxley')
    expect(await ordersOf(customer)).toMatchObject([{ address: { city: 'Brindle' } }])
  })
})

describe('A frozen address', () => {
  const ordered = async () => {
    const customer = await addCustomer(db)
    const products = [{ product_instance: { id: product.instanceId } }]
    await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
    const [frozen] = await frozenOf(customer)
    return { customer, id: Number(frozen?.id) }
  }

  it('is in no list and no count of any, and is read by its id and from its order', async () => {
    const { customer, id } = await ordered()
    const text = `query ($id: ID!, $frozen: ID!, $frozenFilter: AddressFilter) {
      customer(id: $id) { addresses { id } orders { nodes { address { id } } } }
      addresses(filter: { customerId: { eq: $id } }) { totalCount nodes { id } }
      customers(filter: { addresses: $frozenFilter }) { totalCount }
      address(id: $frozen) { id }
    }`
    const frozen = String(id)
    const given = { id: String(customer.id), frozen, frozenFilter: { id: { eq: frozen } } }
    const { data, errors } = await store.graphql(text, given)
    expect(errors).toEqual([])
    const live = { id: String(customer.addressId) }
    expect(data).toEqual({
      customer: { addresses: [live], orders: { nodes: [{ address: { id: frozen } }] } },
      addresses: { totalCount: 1, nodes: [live] },
      customers: { totalCount: 0 },
      address: { id: frozen },
    })
  })

  it('takes no change, not even past the app', async () => {
    const { id } = await ordered()
    const change = db.$executeRaw`UPDATE address SET city = 'Brindle' WHERE store_id = 1 AND id = ${id}`
    await expect(change).rejects.toThrow(`Address ${id} of store 1 is frozen.`)
  })

  it('is where a parcel goes once it is sent', async () => {
    const { customer } = await ordered()
    const [parcel] = await db.shipment.findMany({ where: { customerId: customer.id }, include: { shipAddress: true } })
    await moveTo(customer, 'Brindle')
    const shipment = await db.shipment.update({
      where: ofStore(Number(parcel?.id)),
      data: { status: 'shipped', shippedAt: ago(0) },
      include: { shipAddress: true },
    })
    await moveTo(customer, 'Foxley')
    expect(shipment.shipAddress).toMatchObject({ city: 'Brindle', customerId: BigInt(customer.id) })
    expect(shipment.shipAddress.frozenKey).not.toBeNull()
  })

  it('is one, also where ten orders of a customer freeze it at once', async () => {
    const customer = await addCustomer(db)
    const money = { subTotal: 1, total: 1, totalPrice: 1 }
    const status = { financialStatus: 'paid', fulfillmentStatus: 'unfulfilled', status: 'open' } as const
    const order = { storeId: 1n, customerId: customer.id, addressId: customer.addressId, placedAt: ago(0), ...money, ...status }
    await Promise.all(Array.from({ length: 10 }, () => db.order.create({ data: order })))
    expect(await frozenOf(customer)).toHaveLength(1)
    expect(new Set((await ordersOf(customer)).map(({ addressId }) => addressId)).size).toBe(1)
  })
})
