/** Edits of orders that credit of their customer paid in part: the card gets back first, no edit spends credit, and ledgers add up. */
import { describe, expect, it } from 'vitest'
import { wrongSums } from '../../../src/db/recount.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addProduct, giveCredit, type Product } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

/** Expects that counters, credit and counts of stock are the sums of their rows. */
async function expectTrueSums(): Promise<void> {
  const query = async (text: string) => ({ rows: (await db.$queryRawUnsafe(text)) as Record<string, unknown>[] })
  expect(await wrongSums({ query } as Parameters<typeof wrongSums>[0])).toEqual([])
}

/** The movements of the stock of a product for an order, in their order. */
const movedFor = async (orderId: number, { instanceId }: Product) =>
  (await db.inventoryMovement.findMany({ where: { orderId, productInstanceId: instanceId }, orderBy: { id: 'asc' } })).map(
    ({ kind, quantity }) => [kind, quantity],
  )

describe.each(surfaces)('%s', (surface) => {
  /** An order of 3 pieces for 100 each, of a customer who has some credit, with 10 pieces on hand before. */
  async function order(credit: number) {
    const customer = await addCustomer(db)
    await giveCredit(db, customer, credit)
    const product = await addProduct(db, { price: 100, stock: 10 })
    const { record } = await ask(store, 'REST', 'createOrder', {
      customer: { id: customer.id },
      products: [{ product_instance: { id: product.instanceId }, quantity: 3 }],
    })
    const [id, line] = [record.id as number, record.products[0].id as number]
    const edit = (quantity: number) => ask(store, surface, 'editOrder', { id, lines: [{ id: line, quantity }] })
    /** The total of the order, the credit and charges of its customer, and the pieces on hand. */
    async function state() {
      await expectTrueSums()
      const { total, creditApplied, refundedAmount, cardRefundedAmount } = await db.order.findUniqueOrThrow({
        where: ofStore(id),
      })
      const { credit: left, totalRevenue } = await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })
      const { quantityOnHand } = await db.productInventory.findFirstOrThrow({ where: { productInstanceId: product.instanceId } })
      const { body } = await store.rest(`GET /v1/orders/${id}?with=refundable`)
      return {
        ...{ total: Number(total), applied: Number(creditApplied), refunded: Number(refundedAmount) },
        ...{ toCard: Number(cardRefundedAmount), credit: Number(left), revenue: Number(totalRevenue), onHand: quantityOnHand },
        refundable: [body.refundable.card_amount, body.refundable.credit_amount],
      }
    }
    return { id, product, edit, state }
  }

  it('gives back to the card what it paid, and the rest as credit', async () => {
    const { id, product, edit, state } = await order(250)
    const paid = { applied: 250, revenue: 50, credit: 0, refunded: 0, toCard: 0 }
    expect(await state()).toEqual({ ...paid, total: 300, onHand: 7, refundable: [50, 250] })
    expect((await edit(1)).record).toMatchObject({ edit_difference: -200, refunded_amount: 200, card_refunded_amount: 50 })
    expect(await state()).toEqual({
      ...{ total: 100, applied: 250, refunded: 200, toCard: 50, credit: 150, revenue: 0, onHand: 9, refundable: [0, 100] },
    })
    expect(await movedFor(id, product)).toEqual([
      ['taken', -3],
      ['released', 2],
    ])
  })

  it('charges the card what an order costs more, and leaves the credit that there is', async () => {
    const { id, product, edit, state } = await order(1000)
    expect(await state()).toMatchObject({ total: 300, applied: 300, credit: 700, revenue: 0 })
    expect((await edit(5)).record).toMatchObject({ total: 500, edit_difference: 200, credit_applied: 300 })
    expect(await state()).toEqual({
      ...{ total: 500, applied: 300, refunded: 0, toCard: 0, credit: 700, revenue: 200, onHand: 5, refundable: [200, 300] },
    })
    expect((await edit(4)).record).toMatchObject({ edit_difference: -100, card_refunded_amount: 100 })
    expect(await state()).toMatchObject({ total: 400, credit: 700, revenue: 100, onHand: 6, refundable: [100, 300] })
    expect((await ask(store, surface, 'cancelOrder', { id })).record).toMatchObject({ refunded_amount: 500, status: 'closed' })
    expect(await state()).toMatchObject({ credit: 1000, revenue: 0, onHand: 10, refundable: [0, 0] })
    expect(await movedFor(id, product)).toEqual([
      ...[
        ['taken', -3],
        ['taken', -2],
        ['released', 1],
      ],
      ['released', 4],
    ])
  })
})
