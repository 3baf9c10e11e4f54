/** Credit notes and corrections: of refunds, edits and changes, which add up to what is left of the order to the cent. */
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { openGateways } from '../../../src/payments/open.ts'
import { reconcile } from '../../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../../support/of-store.ts'
import { today } from '../../support/template.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addProduct, giveCredit } from '../../writes/rows.ts'
import { comeTo, comeToByRate, expectAddsUp, openShop } from './shop.ts'

const rates = [{ country: 'DE', rate: 20_000 }]
const shops = {
  added: await openShop({ rates: [...rates, { country: 'DE', rate: 1_250, name: 'City' }] }),
  contained: await openShop({ rates, pricesIncludeTax: true }),
}

describe.each(surfaces)('%s', (surface) => {
  it.each(['added', 'contained'] as const)('refunds of single pieces add up to the whole order where tax is %s', async (kind) => {
    const { db, store, buy, invoicesOf } = shops[kind]
    const [product, other] = [await addProduct(db, { price: 333, shipping: 101 }), await addProduct(db, { price: 2_390 })]
    const order = await buy([
      [product, 3],
      [other, 2],
    ])
    const [line, second] = order.products
    for (const lines of [[line], [line], [second], [line, second]]) {
      const asked = lines.map((each) => ({ id: each?.id, quantity: 1 }))
      const { status, message } = await ask(store, surface, 'refundOrder', { id: order.id, lines: asked, reason: 'Broken' })
      expect([status, message]).toEqual([201, undefined])
    }
    const rest = await ask(store, surface, 'refundOrder', { id: order.id })
    const invoices = await invoicesOf(order.id)
    expect(invoices).toHaveLength(rest.status === 201 ? 6 : 5)
    for (const each of invoices) expectAddsUp(each)
    expect(invoices[1]).toMatchObject({ kind: 'credit_note', corrects: invoices[0].number, cause: 'refund', reason: 'Broken' })
    expect(await db.order.findUniqueOrThrow({ where: ofStore(order.id) })).toMatchObject({ financialStatus: 'refunded' })
    expect(comeTo(invoices)).toEqual({ total: 0, tax: 0 })
    expect(comeToByRate(invoices).every(({ base, amount }) => base === 0 && amount === 0)).toBe(true)
  })

  it('pieces that are refunded without their shipping, and the shipping alone, have the tax that they contain', async () => {
    const { db, store, buy, invoicesOf } = shops.contained
    const order = await buy([[await addProduct(db, { price: 2_499, shipping: 644 }), 2]])
    const [line] = order.products
    for (const asked of [{ lines: [{ id: line?.id, quantity: 1 }] }, { shipping: 644 }, { amount: 1_000 }, {}])
      expect((await ask(store, surface, 'refundOrder', { id: order.id, ...asked })).status).toBe(201)
    const [invoice, ...notes] = await invoicesOf(order.id)
    expect(invoice).toMatchObject({ total: 6_286, total_tax: 1_048 })
    expect(notes.map((note) => [note.total, note.total_tax])).toEqual([
      [2_499, 417],
      [644, 108],
      [1_000, 166],
      [2_143, 357],
    ])
    for (const { taxes } of notes) expect(Math.abs(taxes[0].amount - taxes[0].base * 0.2)).toBeLessThan(1)
    expect(comeTo(notes)).toEqual({ total: -6_286, tax: -1_048 })
  })

  it('pieces that are refunded without their shipping, and the shipping alone, have the tax that is added to them', async () => {
    const { db, store, buy, invoicesOf } = shops.added
    const order = await buy([[await addProduct(db, { price: 2_000, shipping: 400 }), 2]])
    const [line] = order.products
    for (const asked of [{ lines: [{ id: line?.id, quantity: 1 }] }, { shipping: 400 }, { amount: 1_000 }, {}])
      expect((await ask(store, surface, 'refundOrder', { id: order.id, ...asked })).status).toBe(201)
    const [invoice, ...notes] = await invoicesOf(order.id)
    expect(invoice).toMatchObject({ total: 5_820, total_tax: 1_020 })
    expect(notes.map((note) => [note.total, note.total_tax])).toEqual([
      [2_425, 425],
      [485, 85],
      [1_000, 175],
      [1_910, 335],
    ])
    for (const each of notes) expectAddsUp(each)
    for (const { taxes } of notes) expect(Math.abs(taxes[0].amount - taxes[0].base * 0.2)).toBeLessThan(1)
    expect(comeTo(notes)).toEqual({ total: -5_820, tax: -1_020 })
  })

  it('a discounted order that is refunded line by line is given back to the cent: 179.25', async () => {
    const { db, store, buy, invoicesOf } = shops.contained
    const product = await addProduct(db, { price: 2_390 })
    const code = `QUARTER-${surface}`
    const coupon = { storeId: 1n, name: code, code, discountType: 'percent', discountValue: 25n, numRenewals: 0 } as const
    await db.coupon.create({ data: { ...coupon, createdAt: today } })
    const order = await buy([[product, 10]], { input: { coupons: [code] } })
    for (let piece = 0; piece < 10; piece += 1)
      await ask(store, surface, 'refundOrder', { id: order.id, lines: [{ id: order.products[0]?.id, quantity: 1 }] })
    const [invoice, ...notes] = await invoicesOf(order.id)
    expect([invoice.total, notes.length, comeTo(notes)]).toEqual([17_925, 10, { total: -17_925, tax: -2_988 }])
    for (const each of notes) expectAddsUp(each)
    expect(notes[0]).toMatchObject({ lines: [{ quantity: 1, price: 2_390, total: 2_390, discount: 597 }] })
  })

  it('an edit that takes pieces off is a credit note, and its refund none; one that adds some is an invoice', async () => {
    const { db, store, buy, invoicesOf } = shops.contained
    const product = await addProduct(db, { price: 1_000, shipping: 100 })
    const order = await buy([[product, 3]])
    const edit = async (quantity: number) => {
      const { status, message } = await ask(store, surface, 'editOrder', {
        id: order.id,
        lines: [{ id: order.products[0]?.id, quantity }],
        reason: 'Asked',
      })
      expect([status, message]).toEqual([200, undefined])
    }
    await edit(1)
    await edit(4)
    const invoices = await invoicesOf(order.id)
    expect(
      invoices.map(({ kind, cause, total, total_tax, payments }) => [kind, cause, total, total_tax, payments[0].means]),
    ).toEqual([
      ['invoice', 'payment', 3_300, 550, 'card'],
      ['credit_note', 'edit', 2_200, 367, 'as_paid'],
      ['invoice', 'edit', 3_300, 549, 'card'],
    ])
    expect(invoices[1]).toMatchObject({
      corrects: invoices[0].number,
      reason: 'Asked',
      lines: [{ quantity: 2, price: 1_000, shipping: 200 }],
    })
    for (const each of invoices) expectAddsUp(each)
    const row = await db.order.findUniqueOrThrow({ where: ofStore(order.id) })
    expect(comeTo(invoices)).toEqual({ total: Number(row.total), tax: Number(row.totalTax) })
    const refunds = await db.refund.findMany({ where: { storeId: 1n, orderId: BigInt(order.id) } })
    expect(refunds.map(({ status, amount }) => [status, amount])).toEqual([['done', 2_200n]])
  })

  it('a change of a subscription gives back what was unused, and has an invoice of its order', async () => {
    const { db, store, buy, invoicesOf } = shops.contained
    const product = await addProduct(db, {
      price: 1_200,
      terms: [
        { cycles: 3, price: 3_600 },
        { cycles: 6, price: 6_000 },
      ],
    })
    const order = await buy([[product, 1]])
    const { subscriptionId: id } = await db.orderProduct.findUniqueOrThrow({ where: ofStore(order.products[0]?.id ?? 0) })
    const change = async (quantity: number) => {
      const { status, message } = await ask(store, surface, 'changeSubscription', { id: Number(id), quantity, when: 'now' })
      expect([status, message]).toEqual([200, undefined])
    }
    await change(2)
    const [first, note] = await invoicesOf(order.id)
    const dearer = await db.order.findFirstOrThrow({
      where: { storeId: 1n, customerId: BigInt(order.customer.id), id: { not: BigInt(order.id) } },
    })
    const [own] = await invoicesOf(Number(dearer.id))
    expect(own).toMatchObject({ kind: 'invoice', total: Number(dearer.total), total_tax: Number(dearer.totalTax) })
    expect(note).toMatchObject({
      kind: 'credit_note',
      cause: 'change',
      corrects: first.number,
      payments: [{ means: 'credit', amount: note.total }],
    })
    expect(own.payments).toEqual([
      { means: 'card', amount: Number(dearer.proratedCharge) },
      { means: 'credit', amount: note.total },
    ])
    await change(1)
    const [, cheaper] = await invoicesOf(Number(dearer.id))
    const { credit } = await db.subscription.findUniqueOrThrow({ where: ofStore(Number(id)) })
    expect(cheaper).toMatchObject({ kind: 'credit_note', cause: 'change', total: Number(credit) })
    for (const each of [first, note, own, cheaper]) expectAddsUp(each)
  })
})

describe('a refund', () => {
  it('to card and credit says both', async () => {
    const { db, store, buy, invoicesOf } = shops.contained
    const product = await addProduct(db, { price: 2_400 })
    const order = await buy([[product, 1]], { before: (id) => giveCredit(db, { id, storeId: 1 }, 1_000) })
    await ask(store, 'REST', 'refundOrder', { id: order.id })
    const [, note] = await invoicesOf(order.id)
    const payments = [
      { means: 'card', amount: 1_400 },
      { means: 'credit', amount: 1_000 },
    ]
    expect(note).toMatchObject({ kind: 'credit_note', type_code: '381', total: 2_400, total_tax: 400, payments })
  })

  it('that fails later has its credit note corrected, and one that is only asked for has none', async () => {
    const { db, store, buy, invoicesOf } = shops.contained
    const product = await addProduct(db, { price: 1_800 })
    const order = await buy([[product, 2]], { token: 'tok_refund_fail' })
    await ask(store, 'REST', 'refundOrder', { id: order.id, lines: [{ id: order.products[0]?.id, quantity: 1 }] })
    const later = clockOf(() => new Date(today.getTime() + 2 * 86_400_000))
    await reconcile({ db, clock: later, gateways: openGateways(db, later) })
    const invoices = await invoicesOf(order.id)
    expect(invoices.map(({ kind, type_code, cause, total, corrects }) => [kind, type_code, cause, total, corrects])).toEqual([
      ['invoice', '380', 'payment', 3_600, null],
      ['credit_note', '381', 'refund', 1_800, invoices[0].number],
      ['correction', '384', 'reversal', 1_800, invoices[1].number],
    ])
    for (const each of invoices) expectAddsUp(each)
    const pending = await buy([[product, 1]], { token: 'tok_refund_pending' })
    await ask(store, 'REST', 'refundOrder', { id: pending.id })
    expect(await invoicesOf(pending.id)).toHaveLength(1)
  })

  it('of an order without an invoice has no credit note', async () => {
    const { db, store, buy, invoicesOf } = shops.contained
    const product = await addProduct(db, { price: 1_800 })
    const order = await buy([[product, 1]])
    await db.invoiceDue.deleteMany({ where: { storeId: 1n, orderId: BigInt(order.id) } })
    await ask(store, 'REST', 'refundOrder', { id: order.id })
    expect(await invoicesOf(order.id)).toEqual([])
  })
})
