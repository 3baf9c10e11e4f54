/** The charges of customers and the payments of their orders: the two must be equal, whatever happened. */
import { expect } from 'vitest'
import type { Db } from '../../src/db/connect.ts'
import { ofStore } from '../support/of-store.ts'

export type Taken = { captured: number; refunded: number }

/**
 * Expects that a customer paid exactly what the paid orders say, and that nothing is left to be cleared up.
 *
 * @param taken what the gateway's books say of a reference.
 * @returns how many orders are paid, and how many charges were made and given back.
 */
export async function expectBalanced(
  db: Db,
  customerId: number,
  taken: (reference: string, amount: number) => Taken | Promise<Taken>,
): Promise<{ paid: number; charges: number; refunds: number }> {
  const payments = await db.payment.findMany({ where: { customerId } })
  expect(payments.filter(({ state }) => ['recorded', 'asked', 'refunding'].includes(state))).toEqual([])
  const books = await Promise.all(payments.map(({ reference, amount }) => taken(reference, Number(amount))))
  const orders = await db.order.findMany({ where: { customerId }, include: { transactions: true, fulfillments: true } })
  const paid = orders.filter(({ financialStatus }) => financialStatus === 'paid')
  for (const order of orders) {
    const captured = order.transactions.filter(({ result }) => result === 'captured')
    expect(captured).toHaveLength(order.financialStatus === 'paid' ? 1 : 0)
    expect(order.fulfillments.length > 0).toBe(order.financialStatus === 'paid')
  }
  const kept = sum(books.map(({ captured, refunded }) => captured - refunded))
  expect(kept).toBe(sum(paid.map(({ total, creditApplied }) => Number(total - creditApplied))))
  const placed = orders.filter(({ financialStatus, status }) => financialStatus !== 'unpaid' || status === 'open')
  const { numOrders, totalRevenue } = await db.customer.findUniqueOrThrow({ where: ofStore(customerId) })
  expect({ numOrders, totalRevenue: Number(totalRevenue) }).toEqual({ numOrders: placed.length, totalRevenue: kept })
  return {
    paid: paid.length,
    charges: books.filter(({ captured }) => captured > 0).length,
    refunds: books.filter(({ refunded }) => refunded > 0).length,
  }
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
