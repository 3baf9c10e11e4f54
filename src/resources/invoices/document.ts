/** The document of an invoice: what is due, stated against the invoices before it, with both parties as they are then. Pure. */
import type { InvoiceCause, InvoiceKind } from '../../../prisma/generated/client/enums.ts'
import { sum } from '../../purchases/price/spread.ts'
import {
  addLines,
  addTaxes,
  beyond,
  givenBack,
  type InvoiceLine,
  type InvoiceTax,
  type LinePart,
  type OrderLine,
  signed,
  soldLine,
} from './lines.ts'
import type { InvoiceAddress, InvoiceParties } from './parties.ts'

/** The basis of an invoice of a paid or an edited order, as the database writes it with the order. */
export type OrderBasis = {
  total: number
  taxIncluded: boolean
  creditApplied: number
  giftCardDiscount: number
  addressId: bigint | null
  billingAddressId?: bigint | null
  reason: string | null
  lines: OrderLine[]
}

/** The basis of a credit note or a correction: parts of lines. */
export type PartBasis = { cardAmount: number; creditAmount: number; reason: string | null; lines: LinePart[] }

type SaleDue = { cause: Extract<InvoiceCause, 'payment' | 'edit'>; basis: OrderBasis }
type PartDue = { cause: Exclude<InvoiceCause, SaleDue['cause']>; basis: PartBasis }

/** A cause of an invoice, with its basis. */
export type WhatIsDue = SaleDue | PartDue

/** How the sum of an invoice is paid, or given back: `as_paid` is to the card first, and as credit. */
export type InvoicePayment = { means: 'card' | 'credit' | 'gift_card' | 'as_paid'; amount: number }

/** The sums of an invoice; all but `tax` and `gross` are without tax. */
export type InvoiceSums = { amount: number; shipping: number; net: number; tax: number; gross: number }

/** The content of an invoice, as it is stored. */
export type InvoiceContent = InvoiceParties & {
  order: { id: bigint; placedAt: string }
  delivery: InvoiceAddress | null
  /** The number and the day of the one that it corrects. */
  corrects: { number: string; issuedAt: string } | null
  reason: string | null
  taxIncluded: boolean
  lines: InvoiceLine[]
  taxes: InvoiceTax[]
  sums: InvoiceSums
  payments: InvoicePayment[]
}

/** An invoice as those behind it need it. */
export type Issued = {
  id: bigint
  kind: InvoiceKind
  cause: InvoiceCause
  causeId: bigint
  number: string
  issuedAt: Date
  content: InvoiceContent
}

/** The lines and payments of an invoice, and the one that it corrects. */
type Stated = {
  kind: InvoiceKind
  corrects: Issued | undefined
  lines: InvoiceLine[]
  payments: InvoicePayment[]
  taxIncluded: boolean
}

const isSale = (each: { cause: InvoiceCause }): boolean => each.cause === 'payment' || each.cause === 'edit'
const isSaleDue = (due: WhatIsDue): due is SaleDue => isSale(due)

/** The lines that some invoices state together, those of credit notes taken off. */
const statedBy = (issued: readonly Issued[]): InvoiceLine[] =>
  addLines(issued.flatMap(({ kind, content }) => content.lines.map((line) => signed(line, kind === 'credit_note' ? -1 : 1))))

/**
 * States what is due beyond the invoices of the order.
 *
 * @param issued the invoices of the order so far, in their order.
 *
 * @returns undefined where nothing changed: an edit whose total has risen and fallen again.
 */
export function stateDue(due: WhatIsDue, causeId: bigint, issued: readonly Issued[]): Stated | undefined {
  const sales = issued.filter(isSale)
  const first = sales[0]
  if (isSaleDue(due)) return stateSale(due, sales)
  if (!first) throw new Error('There is no invoice that it takes from.')
  const { taxIncluded } = first.content
  const { cardAmount, creditAmount, lines: parts } = due.basis
  const before = statedBy(issued.filter((each) => !isSale(each))).map((line) => signed(line, -1))
  const isBack = due.cause === 'reversal'
  const lines = givenBack(statedBy(sales), before, parts, isBack ? -1 : 1, taxIncluded)
  const payments = [
    { means: 'card' as const, amount: cardAmount },
    { means: 'credit' as const, amount: creditAmount },
  ].filter(({ amount }) => amount > 0)
  const note = issued.find(({ cause, causeId: id }) => cause === 'refund' && id === causeId)
  if (isBack && !note) throw new Error('There is no credit note that it takes back.')
  return { kind: isBack ? 'correction' : 'credit_note', corrects: isBack ? note : first, lines, payments, taxIncluded }
}

/** States a paid order, or what an edit has changed of it. */
function stateSale({ cause, basis }: SaleDue, sales: readonly Issued[]): Stated | undefined {
  const { taxIncluded, total, creditApplied, giftCardDiscount } = basis
  const lines = basis.lines.map((line) => soldLine(line, taxIncluded))
  if (cause === 'payment') {
    const payments: InvoicePayment[] = [
      { means: 'card', amount: total - creditApplied - giftCardDiscount },
      { means: 'credit', amount: creditApplied },
      { means: 'gift_card', amount: giftCardDiscount },
    ]
    const used = payments.filter(({ amount }) => amount > 0)
    return { kind: 'invoice', corrects: undefined, lines, payments: used, taxIncluded }
  }
  const changed = beyond(lines, statedBy(sales))
  const difference = sum(changed.map(({ charged }) => charged))
  if (changed.length === 0) return undefined
  const [kind, sign] = difference < 0 ? (['credit_note', -1] as const) : (['invoice', 1] as const)
  const payments: InvoicePayment[] =
    difference === 0 ? [] : [{ means: difference < 0 ? 'as_paid' : 'card', amount: Math.abs(difference) }]
  return {
    ...{ kind, corrects: difference < 0 ? sales[0] : undefined, taxIncluded, payments },
    lines: changed.map((line) => signed(line, sign)),
  }
}

/** The sums of lines. */
export function sumsOf(lines: readonly InvoiceLine[]): InvoiceSums {
  const of = (name: 'netAmount' | 'netShipping' | 'tax' | 'charged') => sum(lines.map((line) => line[name]))
  const [amount, shipping, tax, gross] = [of('netAmount'), of('netShipping'), of('tax'), of('charged')]
  return { amount, shipping, net: amount + shipping, tax, gross }
}

/** The tax of all lines, by rates. */
export const taxesOfAll = (lines: readonly InvoiceLine[]): InvoiceTax[] =>
  addTaxes(lines.flatMap(({ taxes }) => taxes.map(({ shipping: _, ...tax }) => tax)))
