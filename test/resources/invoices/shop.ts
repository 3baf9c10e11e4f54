/** A shop that issues invoices, and what its customers buy. */
import { expect } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { openGateways } from '../../../src/payments/open.ts'
import { issueDue } from '../../../src/worker/invoices.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, type Surface } from '../../writes/ask.ts'
import { addCustomer, type Product } from '../../writes/rows.ts'

type ShopOptions = {
  pricesIncludeTax?: boolean
  dispatchCountry?: string
  rates?: { country: string; rate: number; taxesShipping?: boolean; name?: string; taxClass?: string }[]
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A line of an order that is asked for. */
type Bought = readonly [Product, number]

export async function openShop({ pricesIncludeTax = false, dispatchCountry = 'DE', rates = [] }: ShopOptions = {}) {
  const store = await openStore({ isApart: true })
  const { db } = store
  const legal = { legalName: 'Alder Goods GmbH', address: 'Hafenstrasse 1\n20457 Hamburg', taxId: 'DE136695976' }
  const invoices = { ...legal, invoicePrefix: 'AG-', invoicesFrom: today }
  await db.store.update({ where: { id: 1n }, data: { dispatchCountry, pricesIncludeTax, ...invoices } })
  await db.taxRate.createMany({ data: rates.map((rate) => ({ storeId: 1n, name: 'VAT', validFrom: new Date(0), ...rate })) })
  const clock = clockOf(() => today)
  const faults: unknown[] = []
  const issue = () => issueDue({ db, clock, gateways: openGateways(db, clock), report: (error) => void faults.push(error) })

  /** Buys by a new customer; answers the order. */
  async function buy(
    bought: readonly Bought[],
    {
      surface = 'GraphQL' as Surface,
      country = 'DE',
      taxId = null as string | null,
      token = 'tok_succeed',
      input = {} as Record<string, unknown>,
      before = async (_customerId: number) => {},
    } = {},
  ) {
    const customer = await addCustomer(db, { token })
    await db.address.update({ where: ofStore(customer.addressId), data: { country } })
    if (taxId) {
      const data = { taxId, taxIdCountry: taxId.slice(0, 2), taxIdStatus: 'valid' } as const
      await db.customer.update({ where: ofStore(customer.id), data })
    }
    await before(customer.id)
    const products = bought.map(([{ instanceId, terms }, quantity]) => ({
      ...{ product_instance: { id: instanceId }, quantity },
      ...(terms[0] && { term: { id: terms[0].id } }),
    }))
    const made = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products, ...input })
    expect([made.status, made.message]).toEqual([201, undefined])
    return { ...made.record, customer } as { id: number; customer: typeof customer; products: { id: number }[] } & Record<
      string,
      unknown
    >
  }

  /** The invoices of an order, in full, once those that are due are issued. */
  async function invoicesOf(orderId: number) {
    await issue()
    expect(faults.splice(0)).toEqual([])
    const { body } = await store.rest(`GET /v1/orders/${orderId}/invoices/?limit=100`, store.merchant)
    const results = body.results as { id: number }[]
    return Promise.all(results.map(async ({ id }) => (await store.rest(`GET /v1/invoices/${id}/`, store.merchant)).body))
  }

  return { store, db, issue, buy, invoicesOf, faults }
}

type Stated = {
  kind: string
  total: number
  total_tax: number
  sums: { amount: number; shipping: number; net: number; tax: number; gross: number }
  taxes: { name: string; base: number; amount: number }[]
  payments: { amount: number }[]
  lines: { charged: number; tax: number; net_amount: number; net_shipping: number; taxes: { base: number; amount: number }[] }[]
}

/** Expects that an invoice adds up: lines, rates, sums and payments. */
export function expectAddsUp({ total, total_tax, sums, lines, taxes, payments }: Stated): void {
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
  expect(sum(lines.map(({ charged }) => charged))).toBe(total)
  expect(sum(lines.map(({ tax }) => tax))).toBe(total_tax)
  expect(sum(taxes.map(({ amount }) => amount))).toBe(total_tax)
  expect(sum(lines.map(({ net_amount, net_shipping }) => net_amount + net_shipping))).toBe(total - total_tax)
  expect(sums).toMatchObject({ gross: total, tax: total_tax, net: total - total_tax })
  expect(sums.amount + sums.shipping).toBe(sums.net)
  if (payments.length > 0) expect(sum(payments.map(({ amount }) => amount))).toBe(total)
}

const signOf = ({ kind }: Stated): number => (kind === 'credit_note' ? -1 : 1)

/** The sums of the invoices of an order, credit notes taken off. */
export const comeTo = (invoices: readonly Stated[]): { total: number; tax: number } => ({
  total: invoices.reduce((all, invoice) => all + signOf(invoice) * invoice.total, 0),
  tax: invoices.reduce((all, invoice) => all + signOf(invoice) * invoice.total_tax, 0),
})

/** The same by rates of tax. */
export function comeToByRate(invoices: readonly Stated[]): { base: number; amount: number }[] {
  const taxes = invoices.flatMap((invoice) => invoice.taxes.map((tax) => ({ sign: signOf(invoice), ...tax })))
  return [...Map.groupBy(taxes, ({ name }) => name).values()].map((alike) => ({
    base: alike.reduce((all, { sign, base }) => all + sign * base, 0),
    amount: alike.reduce((all, { sign, amount }) => all + sign * amount, 0),
  }))
}
