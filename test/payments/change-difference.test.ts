/** A change of a subscription whose difference is charged: at the same time as others, with a silent gateway, and late. Charged once, changed once. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { addCustomer, addInstance, addProduct } from '../writes/rows.ts'
import { TestGateway } from './gateway.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway, isApart: true })
const { db } = store

beforeEach(async () => {
  gateway.reset()
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
})

const read = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id) })
const document = `mutation ($input: ChangeSubscriptionInput!) { changeSubscription(input: $input) {
  subscription { id } userErrors { code message } } }`
async function change(input: object, key?: string) {
  const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) }
  const body = JSON.stringify({ query: document, variables: { input: { when: 'now', ...input } } })
  const { data, errors = [] } = await (await store.fetch('/graphql', { method: 'POST', headers, body })).json()
  return { data, errors }
}

/** A subscription to one piece a month for 1000, which was paid, and whose delivery is open. @param shipping of a piece. */
async function bought(shipping = 0) {
  const product = await addProduct(db, { shipping, terms: [{ cycles: 1, price: 1000 }], stock: 100 })
  const customer = await addCustomer(db)
  const products = [{ productInstance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
  const { record } = await mutate(
    store,
    'createOrder',
    { customer: { id: customer.id }, products },
    'order { id subscriptions { id } }',
  )
  gateway.reset()
  return { id: Number(record.subscriptions[0].id), orderId: Number(record.id), customer, product }
}

const paymentsOf = async (subscriptionId: number) =>
  (await db.payment.findMany({ where: { subscriptionId }, orderBy: { id: 'asc' } })).map(({ state, amount }) => [
    state,
    Number(amount),
  ])
const ordersOf = (subscriptionId: number) => db.order.count({ where: { products: { some: { subscriptionId } } } })
const carriedOf = async (orderId: number) => Number((await db.orderProduct.findFirstOrThrow({ where: { orderId } })).carried)
const onHandOf = async (productInstanceId: number) =>
  (await db.productInventory.findFirstOrThrow({ where: { productInstanceId } })).quantityOnHand

/** Reconciles some time later. */
const later = (seconds: number) =>
  inSight(() =>
    reconcile({
      db,
      clock: clockOf(() => new Date(today.getTime() + seconds * 1_000)),
      gateways: gatewaysOf(gateway),
      report: () => {},
    }),
  )

describe('At the same time', () => {
  it('two changes are made one after the other, or one is refused; each is charged once', async () => {
    const { id, orderId } = await bought()
    const answers = await Promise.all([change({ id, quantity: 3 }), change({ id, quantity: 3 })])
    const errors = answers.flatMap(({ data }) => data.changeSubscription.userErrors)
    expect(errors.filter(({ code }: { code: string }) => code !== 'WRONG_STATUS')).toEqual([])
    expect(await read(id)).toMatchObject({ quantity: 3, paymentUnderWay: false })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([2000n])
    expect(await ordersOf(id)).toBe(2)
    expect(await carriedOf(orderId)).toBe(1000)
  })

  it('a change and a cancellation: the later one is refused or finds the other done', async () => {
    const { id } = await bought()
    const [changed, cancelled] = await Promise.all([change({ id, quantity: 3 }), mutate(store, 'cancelSubscription', { id })])
    const { status, quantity } = await read(id)
    const isChanged = changed.data.changeSubscription.userErrors.length === 0
    expect(quantity).toBe(isChanged ? 3 : 1)
    expect(status).toBe(cancelled.userErrors.length === 0 ? 'cancelled' : 'active')
    expect(gateway.asked.length).toBe(isChanged ? 1 : 0)
  })

  const renew = (at: Date) =>
    inSight(() =>
      advanceDue({
        db,
        clock: clockOf(() => at),
        gateways: gatewaysOf(gateway),
        report: (error) => expect(error).toBeUndefined(),
      }),
    )
  const renewalsOf = async (id: number) =>
    (await db.order.findMany({ where: { products: { some: { subscriptionId: id } }, isRenewal: true } })).map(
      ({ total }) => total,
    )

  it('a change and a renewal: the change is refused while the renewal is due, which is made once', async () => {
    const { id } = await bought()
    await db.subscription.update({ where: ofStore(id), data: { startDate: new Date('2026-01-15T00:00:00Z'), endDate: today } })
    const [changed] = await Promise.all([change({ id, quantity: 3 }), renew(today)])
    const errors = changed.data.changeSubscription.userErrors
    // A round leaves out what another write holds.
    await renew(today)
    const { quantity, status } = await read(id)
    expect(status).toBe('active')
    expect(quantity).toBe(errors.length === 0 ? 3 : 1)
    expect(await renewalsOf(id)).toEqual([1000n])
  })

  it('a renewal that falls due while the difference is paid waits for the change, and is at its price', async () => {
    const { id } = await bought()
    const { endDate } = await read(id)
    const during: unknown[] = []
    gateway.meanwhile = async () => {
      gateway.meanwhile = async () => {}
      during.push(await renew(endDate), await renewalsOf(id))
    }
    expect((await change({ id, quantity: 3 })).data.changeSubscription.userErrors).toEqual([])
    expect(during).toEqual([0, []])
    await renew(endDate)
    expect(await renewalsOf(id)).toEqual([3000n])
    expect(await read(id)).toMatchObject({ quantity: 3, paymentUnderWay: false })
  })
})

describe('A gateway that breaks', () => {
  it('behind the charge: the change is made once when it is asked about, and nothing is charged again', async () => {
    const { id, orderId, product } = await bought()
    gateway.mood = 'breaks after'
    const { errors } = await change({ id, quantity: 3 })
    expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', mayBeCharged: true } }])
    expect(await read(id)).toMatchObject({ quantity: 1, paymentUnderWay: true })
    expect([await carriedOf(orderId), await onHandOf(product.instanceId)]).toEqual([1000, 97])
    gateway.mood = 'captures'
    await later(120)
    expect(await paymentsOf(id)).toEqual([['captured', 2000]])
    expect(await read(id)).toMatchObject({ quantity: 3, paymentUnderWay: false })
    expect([await ordersOf(id), await onHandOf(product.instanceId), gateway.asked.length]).toEqual([2, 97, 1])
  })

  it('before the charge: what was reserved is free again, and the change can be asked for again', async () => {
    const { id, orderId, product } = await bought()
    gateway.mood = 'breaks before'
    await change({ id, quantity: 3 })
    await later(120)
    expect(await paymentsOf(id)).toEqual([['given_up', 2000]])
    expect([await carriedOf(orderId), await onHandOf(product.instanceId)]).toEqual([0, 99])
    gateway.mood = 'captures'
    expect((await change({ id, quantity: 3 })).data.changeSubscription.userErrors).toEqual([])
    // It is the same purchase, so it is charged under the same reference.
    expect(new Set(gateway.asked.map(({ reference }) => reference)).size).toBe(1)
    expect(await paymentsOf(id)).toEqual([['captured', 2000]])
    expect([await carriedOf(orderId), await onHandOf(product.instanceId)]).toEqual([1000, 97])
  })

  it('is asked again with the key of the request, which makes the change', async () => {
    const { id } = await bought()
    gateway.mood = 'breaks before'
    await change({ id, quantity: 3 }, 'change-key')
    await later(120)
    gateway.mood = 'captures'
    expect((await change({ id, quantity: 3 }, 'change-key')).data.changeSubscription.userErrors).toEqual([])
    expect(await read(id)).toMatchObject({ quantity: 3 })
    expect([...gateway.books.values()].filter(({ result }) => result === 'captured')).toHaveLength(1)
  })

  it('charges after another change was made instead: the money goes back', async () => {
    const { id, orderId } = await bought()
    gateway.mood = 'breaks before'
    await change({ id, quantity: 3 })
    await later(120)
    const [{ reference = '' } = {}] = gateway.asked
    gateway.mood = 'captures'
    await change({ id, quantity: 2 })
    expect(await paymentsOf(id)).toEqual([
      ['withdrawn', 2000],
      ['captured', 1000],
    ])
    gateway.books.set(reference, { result: 'captured', gatewayReference: `test_${reference}` })
    await later(300)
    await later(3_000)
    await later(6_000)
    expect(await paymentsOf(id)).toEqual([
      ['refunded', 2000],
      ['captured', 1000],
    ])
    expect(await read(id)).toMatchObject({ quantity: 2 })
    expect(await carriedOf(orderId)).toBe(1000)
  })
})

describe('What is taken over of a line, by kind', () => {
  const kindsOf = async (orderId: number) => {
    const line = await db.orderProduct.findFirstOrThrow({ where: { orderId } })
    return [line.carried, line.carriedShipping, line.carriedTax].map(Number)
  }

  /** A change that was given up before a charge, of a line of 1000 with 200 for sending it. */
  async function givenUp() {
    const of = await bought(200)
    gateway.mood = 'breaks before'
    await change({ id: of.id, quantity: 3 }, `kinds-${of.id}`)
    expect(await kindsOf(of.orderId)).toEqual([1200, 200, 0])
    await later(120)
    expect(await kindsOf(of.orderId)).toEqual([0, 0, 0])
    gateway.mood = 'captures'
    return of
  }

  it('is split anew where it is asked for again with its key', async () => {
    const { id, orderId } = await givenUp()
    await db.orderProduct.updateMany({ where: { orderId }, data: { charged: 1600, shipping: 600 } })
    expect((await change({ id, quantity: 3 }, `kinds-${id}`)).data.changeSubscription.userErrors).toEqual([])
    expect(await kindsOf(orderId)).toEqual([1200, 450, 0])
    const { plan } = await db.payment.findFirstOrThrow({ where: { subscriptionId: id } })
    expect(plan).toMatchObject({ change: { from: { carried: 1200, carriedShipping: 450, carriedTax: 0 } } })
  })

  it('is split anew where the charge comes late', async () => {
    const { id, orderId } = await givenUp()
    await db.orderProduct.updateMany({ where: { orderId }, data: { charged: 1600, shipping: 600 } })
    const [{ reference = '' } = {}] = gateway.asked
    gateway.books.set(reference, { result: 'captured', gatewayReference: `test_${reference}` })
    await later(300)
    await later(3_000)
    expect(await read(id)).toMatchObject({ quantity: 3 })
    expect(await kindsOf(orderId)).toEqual([1200, 450, 0])
  })

  it('cannot be taken over of a line of which less is left', async () => {
    const { id, orderId } = await givenUp()
    await mutate(store, 'refundOrder', { id: orderId, amount: 1 }, 'refund { id }')
    const { userErrors } = (await change({ id, quantity: 3 }, `kinds-${id}`)).data.changeSubscription
    expect(userErrors).toMatchObject([{ code: 'WRONG_STATUS' }])
    expect(await kindsOf(orderId)).toEqual([0, 0, 0])
  })

  it.each(['captured', 'declined'] as const)('of a plan from before is split or released when it is %s', async (result) => {
    const { id, orderId } = await bought(200)
    gateway.mood = result === 'captured' ? 'breaks after' : 'breaks after declining'
    await change({ id, quantity: 3 })
    await db.$executeRaw`UPDATE payment SET plan = plan #- '{change,from,carriedShipping}' #- '{change,from,carriedTax}'
      WHERE store_id = 1 AND subscription_id = ${id}`
    await db.orderProduct.updateMany({ where: { orderId }, data: { carriedShipping: 0 } })
    await later(120)
    expect(await paymentsOf(id)).toEqual([[result, 2400]])
    expect(await kindsOf(orderId)).toEqual(result === 'captured' ? [1200, 200, 0] : [0, 0, 0])
  })
})

describe('A delivery that is sent while the gateway is asked', () => {
  it('stays as it was: the charge is given back, and nothing is changed', async () => {
    const { id, orderId, product } = await bought()
    const { shipmentId } = await db.fulfillment.findFirstOrThrow({ where: { orderId } })
    gateway.meanwhile = async () => void (await mutate(store, 'shipShipment', { id: String(shipmentId) }, 'shipment { id }'))
    const { data } = await change({ id, quantity: 3 })
    const message =
      'The payment was taken too late and is given back. A delivery of the subscription was sent, cancelled or restocked meanwhile.'
    expect(data.changeSubscription.userErrors).toMatchObject([{ code: 'WRONG_STATUS', message }])
    expect(await read(id)).toMatchObject({ quantity: 1, paymentUnderWay: false })
    expect([await carriedOf(orderId), await onHandOf(product.instanceId), await ordersOf(id)]).toEqual([0, 99, 1])
    await later(120)
    expect(await paymentsOf(id)).toEqual([['refunded', 2000]])
  })
})

describe('A refund that puts pieces on hand while the gateway is asked', () => {
  it.each(['quantity', 'instance'])(
    'ends a change of the %s, whose charge is given back: no piece is on hand twice',
    async (what) => {
      const { id, orderId, product } = await bought()
      const other = await addInstance(db, product, { stock: 100 })
      const [asked, refunded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      gateway.meanwhile = async () => {
        asked.resolve()
        await refunded.promise
      }
      let changing: ReturnType<typeof change> | undefined
      gateway.beforeRefund = async () => {
        gateway.beforeRefund = async () => {}
        changing = change(what === 'quantity' ? { id, quantity: 3 } : { id, productInstanceId: other })
        await asked.promise
      }
      const { userErrors } = await mutate(store, 'refundOrder', { id: orderId, restock: true }, 'refund { id }')
      expect(userErrors).toEqual([])
      refunded.resolve()
      const message =
        'The payment was taken too late and is given back. A delivery of the subscription was sent, cancelled or restocked meanwhile.'
      expect((await changing)?.data.changeSubscription.userErrors).toMatchObject([{ code: 'WRONG_STATUS', message }])
      expect([await onHandOf(product.instanceId), await onHandOf(Number(other))]).toEqual([100, 100])
      const fulfillment = await db.fulfillment.findFirstOrThrow({ where: { orderId } })
      expect(fulfillment).toMatchObject({ status: 'open', quantity: 1, taken: 0, instanceId: BigInt(product.instanceId) })
      expect(await read(id)).toMatchObject({ quantity: 1, paymentUnderWay: false })
      gateway.meanwhile = async () => {}
      await later(120)
      expect((await paymentsOf(id)).map(([state]) => state)).toEqual(['refunded'])
      expect((await change({ id, quantity: 3 })).data.changeSubscription.userErrors).toEqual([])
      expect(await onHandOf(product.instanceId)).toBe(97)
    },
  )
})

describe('A cancellation of the order, and an edit', () => {
  it('are refused while the difference is paid, and the order of the change can be cancelled afterwards', async () => {
    const { id, orderId } = await bought()
    const { shipmentId } = await db.fulfillment.findFirstOrThrow({ where: { orderId } })
    const asked: unknown[] = []
    gateway.meanwhile = async () => {
      const mug = await addProduct(db, { price: 500 })
      const { id: line } = await db.orderProduct.findFirstOrThrow({ where: { orderId } })
      const lines = [{ id: String(line) }, { productInstance: { id: mug.instanceId } }]
      asked.push((await mutate(store, 'cancelOrder', { id: orderId }, 'order { id }')).userErrors)
      asked.push((await mutate(store, 'editOrder', { id: orderId, lines }, 'order { id }')).userErrors)
    }
    expect((await change({ id, quantity: 3 })).data.changeSubscription.userErrors).toEqual([])
    const refused = ['cancelled', 'edited'].map((what) => {
      const message = `Order ${orderId} is of a subscription whose change is being paid: it can be ${what} once that is settled.`
      return [{ code: 'WRONG_STATUS', message }]
    })
    expect(asked).toMatchObject(refused)
    gateway.meanwhile = async () => {}
    const { orderId: changedId } = await db.fulfillment.findFirstOrThrow({ where: { shipmentId } })
    const shown = 'order { status refundedAmount cardRefundedAmount }'
    const { record } = await mutate(store, 'cancelOrder', { id: String(changedId) }, shown)
    // 2000 were charged for it, and 1000 are of the order before.
    expect(record).toEqual({ status: 'closed', refundedAmount: 3000, cardRefundedAmount: 2000 })
    expect(await read(id)).toMatchObject({ status: 'active', quantity: 3 })
    expect(await carriedOf(orderId)).toBe(1000)
    const { refundable } = (await store.graphql(`{ order(id: ${orderId}) { refundable { amount } } }`)).data.order
    expect(refundable.amount).toBe(0)
  })
})

describe('A refund at the same time', () => {
  it('and a change never give more back than was paid', async () => {
    const { id, orderId } = await bought()
    await Promise.all([change({ id, quantity: 3 }), mutate(store, 'refundOrder', { id: orderId }, 'refund { id }')])
    const { refundedAmount } = await db.order.findUniqueOrThrow({ where: ofStore(orderId) })
    expect(Number(refundedAmount) + (await carriedOf(orderId))).toBeLessThanOrEqual(1000)
  })
})
