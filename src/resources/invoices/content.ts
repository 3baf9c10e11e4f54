/** The content of an invoice: what it states, with its order and both parties. */
import type { Shape } from '../../db/shape.ts'
import { withIds } from '../../values/json-ids.ts'
import { formatTime } from '../../values/time.ts'
import type { Write } from '../../writes/write.ts'
import { type InvoiceContent, type Issued, type OrderBasis, stateDue, sumsOf, taxesOfAll, type WhatIsDue } from './document.ts'
import type { DueRow } from './due.ts'
import { addressOf, buyerOf, localeOf, sellerOf } from './parties.ts'

type SoldOrder = Pick<Shape<'Order'>, 'id' | 'customerId' | 'placedAt'>

/** The rows that invoices are made of, beside those that are due. */
type Facts = {
  store: Shape<'Store'>
  orderOf(row: DueRow): SoldOrder
  customers: readonly Shape<'Customer'>[]
  addresses: readonly Shape<'Address'>[]
  /** The invoices of these orders so far, in their order. */
  issued: (Issued & { orderId: bigint })[]
}

/** Reads the facts of what is due, by a statement for each kind of record. */
export async function readFacts({ tx, viewer: { storeId } }: Write, due: readonly DueRow[]): Promise<Facts> {
  const orderIds = [...new Set(due.map(({ orderId }) => orderId))]
  const store = await tx.store.findUniqueOrThrow({ where: { id: storeId } })
  const orders = await tx.order.findMany({
    where: { storeId, id: { in: orderIds } },
    select: { id: true, customerId: true, placedAt: true },
  })
  const invoices = await tx.invoice.findMany({ where: { storeId, orderId: { in: orderIds } }, orderBy: { id: 'asc' } })
  const customers = await tx.customer.findMany({ where: { storeId, id: { in: orders.map((order) => order.customerId) } } })
  const addressIds = due.flatMap(({ basis }) => ('lines' in basis && 'addressId' in basis ? addressIdsOf(basis) : []))
  const addresses = await tx.address.findMany({ where: { storeId, id: { in: addressIds } } })
  const issued = invoices.map((invoice) => ({ ...invoice, content: withIds(invoice.content as object) as InvoiceContent }))
  const orderOf = ({ orderId }: DueRow): SoldOrder => {
    const order = orders.find(({ id }) => id === orderId)
    if (!order) throw new Error(`There is no order ${orderId}.`)
    return order
  }
  return { store, customers, addresses, issued, orderOf }
}

const addressIdsOf = ({ addressId, billingAddressId }: OrderBasis): bigint[] =>
  [addressId, billingAddressId].flatMap((id) => id ?? [])

/** The content of the invoice that is due; undefined where it states nothing. */
export function contentOf(row: DueRow, facts: Facts) {
  const { store, issued, customers } = facts
  const own = issued.filter(({ orderId }) => orderId === row.orderId)
  const order = facts.orderOf(row)
  const stated = stateDue(row as WhatIsDue, row.causeId, own)
  if (!stated) return undefined
  const { kind, corrects, lines, payments, taxIncluded } = stated
  const first = own[0]?.content
  const customer = customers.find(({ id }) => id === order.customerId)
  if (!customer) throw new Error(`There is no customer ${order.customerId}.`)
  const addressAt = (id: bigint | null | undefined) => {
    const address = id == null ? undefined : facts.addresses.find((each) => each.id === id)
    return address && addressOf(address)
  }
  const basis = 'addressId' in row.basis ? row.basis : undefined
  const delivery = (basis ? addressAt(basis.addressId) : first?.delivery) ?? null
  const content: InvoiceContent = {
    seller: sellerOf(store),
    // The buyer of an order stays the one of its first invoice.
    buyer: first?.buyer ?? buyerOf(customer, addressAt(basis?.billingAddressId) ?? delivery ?? undefined),
    currency: first?.currency ?? store.currency,
    locale: first?.locale ?? localeOf(store),
    order: { id: order.id, placedAt: formatTime(order.placedAt) },
    delivery,
    corrects: corrects ? { number: corrects.number, issuedAt: formatTime(corrects.issuedAt) } : null,
    reason: row.basis.reason,
    ...{ taxIncluded, lines, taxes: taxesOfAll(lines), sums: sumsOf(lines), payments },
  }
  return { kind, corrects, content }
}
