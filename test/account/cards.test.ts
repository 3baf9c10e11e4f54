/** The cards, the credit, the invoices and the offers of a customer, and what a stranger gets of them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { openGateways } from '../../src/payments/open.ts'
import { lookAtSetups } from '../../src/worker/setups.ts'
import { inSight } from '../support/every-statement.ts'
import { addInvoice } from '../support/invoice.ts'
import { openShop } from './shop.ts'

const { db, clock, time, signIn } = await openShop()

let marta: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  // The page of the sandbox gives every customer the card that Marta has.
  await db.paymentMethod.updateMany({ where: { storeId: 1n, customerId: 1n }, data: { gatewayToken: 'tok_other' } })
  marta = await signIn('marta.quill@example.com')
})

const cards = () =>
  db.paymentMethod.findMany({ where: { storeId: 1n, customerId: 1n, archivedAt: null }, orderBy: { id: 'asc' } })
const others = () => db.paymentMethod.findFirstOrThrow({ where: { storeId: 1n, customerId: { not: 1n }, archivedAt: null } })

describe('Cards', () => {
  it('are added on the page of the gateway, which leads back', async () => {
    const before = await cards()
    const page = await marta.submit(await marta.get('/account/cards'), '/account/cards/add')
    const [, back = ''] = /rel="noreferrer" href="([^"]+)"/.exec(page.text) ?? []
    expect([page.status, back]).toEqual([200, 'http://localhost:4000/account/cards?done=added'])
    expect((await marta.get('/account/cards?done=added')).text).toContain('Your card is being added')
    time.now = new Date(time.now.getTime() + 60_000)
    const report = (fault: unknown) => expect(fault).toBeUndefined()
    await inSight(() => lookAtSetups({ db, clock, gateways: openGateways(db, clock), report }))
    expect(await cards()).toHaveLength(before.length + 1)
    expect((await marta.get('/account/cards')).text).toContain('Expires 12/2099')
  })

  it('are made the default one, and removed', async () => {
    const added = (await cards()).find(({ expYear }) => expYear === 2099)
    const path = `/account/cards/${added?.id}`
    const chosen = await marta.submit(await marta.get('/account/cards'), `${path}/default`)
    expect(chosen.location).toBe('/account/cards?done=default')
    expect((await cards()).filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([added?.id])
    const removed = await marta.submit(await marta.get('/account/cards'), `${path}/remove`)
    expect(removed.location).toBe('/account/cards?done=removed')
    expect((await cards()).map(({ id }) => id)).not.toContain(added?.id)
  })

  it('of another customer are neither removed nor made the default one', async () => {
    const other = await others()
    const missing = { ...other, id: 999_999n }
    const token = /name="form_token" value="([^"]+)"/.exec((await marta.get('/account/cards')).text)?.[1] ?? ''
    for (const act of ['remove', 'default']) {
      const answers = [other, missing].map(({ id }) => marta.post(`/account/cards/${id}/${act}`, { form_token: token }))
      const [one, none] = await Promise.all(answers)
      expect([act, one?.status, one?.text]).toEqual([act, 400, none?.text])
    }
    expect(await others()).toEqual(other)
  })

  it('are not changed where the store does not open that', async () => {
    const { customersMay } = await db.store.findUniqueOrThrow({ where: { id: 1n }, select: { customersMay: true } })
    await db.store.update({ where: { id: 1n }, data: { customersMay: ['skip'] } })
    const page = await marta.get('/account/cards')
    await db.store.update({ where: { id: 1n }, data: { customersMay } })
    expect(page.text).not.toMatch(/cards\/(?:add|\d+)/)
  })
})

describe('An invoice', () => {
  it('is shown to its customer, and to no other', async () => {
    const own = await addInvoice(db, { storeId: 1n, customerId: 1n })
    const other = await db.customer.findFirstOrThrow({ where: { storeId: 1n, id: { not: 1n }, orders: { some: {} } } })
    const foreign = await addInvoice(db, { storeId: 1n, customerId: other.id })
    const shown = await marta.get(`/account/invoices/${own}`)
    expect([shown.status, shown.text.includes('Test Buyer')]).toEqual([200, true])
    const answers = await Promise.all([foreign, 999_999].map((id) => marta.get(`/account/invoices/${id}`)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    const [text, missing] = answers.map((answer) => answer.text)
    expect(text).toBe(missing)
  })
})

describe('An offer', () => {
  it('of a percentage is taken as a coupon for some renewals, once', async () => {
    const { id } = await db.subscription.findFirstOrThrow({
      where: { storeId: 1n, customerId: 1n, status: 'active', cancelOffer: null },
    })
    const path = `/account/subscriptions/${id}`
    const offer = await marta.submit(await marta.get(`${path}/cancel`), `${path}/cancel`, { reason: '10' })
    expect(offer.text).toMatch(/\d+% off your next/)
    const taken = await marta.submit(offer, `${path}/offer`, { answer: 'accepted' })
    expect(taken.location).toBe('/account?done=offer')
    const coupons = () => db.subscriptionCoupon.count({ where: { storeId: 1n, subscriptionId: id } })
    expect(await coupons()).toBe(1)
    expect(await db.cancelOffer.findFirst({ where: { storeId: 1n, subscriptionId: id } })).toMatchObject({ outcome: 'accepted' })
    await marta.submit(offer, `${path}/offer`, { answer: 'accepted' })
    const again = await marta.submit(await marta.get(`${path}/cancel`), `${path}/cancel`, { reason: '10' })
    expect([await coupons(), again.text.includes('Cancel your subscription?')]).toEqual([1, true])
  })
})
