/**
 * The lines of invoices. Each states what changed since the invoices before it: a target, less the sum of what they state. So the invoices
 * of an order add up to it, and all refunds of a line to the line, to the cent and for each rate of tax. Pure, all in the smallest unit of
 * the currency.
 */
import { shareOf, sum } from '../../purchases/price/spread.ts'
import { type TaxLine, taxLinesOfPart } from '../../purchases/price/tax.ts'

/** The tax of a line by one rate; `text` says why it is untaxed. */
export type InvoiceTax = TaxLine

/** A line of an invoice. */
export type InvoiceLine = {
  /** The line of the order. */
  orderProductId: bigint
  name: string
  sku: string
  /** How many pieces; 0 where only their money changes. */
  quantity: number
  /** Price of one, as the shop shows it. */
  price: number
  /** Price of them all. */
  total: number
  discount: number
  /** Its share of the shipping, as the order has it. */
  shipping: number
  tax: number
  /** `total - discount + shipping + tax`, tax that prices contain not added again. */
  charged: number
  /** Its pieces and its shipping without tax. */
  netAmount: number
  netShipping: number
  taxes: InvoiceTax[]
}

/** A line of an order, as what is due has it. */
export type OrderLine = Pick<
  InvoiceLine,
  'orderProductId' | 'name' | 'sku' | 'price' | 'quantity' | 'discount' | 'shipping' | 'tax' | 'charged'
> & { taxLines: TaxLine[] }

/** A part of a line's money that is given back. */
export type LinePart = { orderProductId: bigint; quantity: number; amount: number; shipping: number; tax: number }

const amounts = ['quantity', 'total', 'discount', 'shipping', 'tax', 'charged', 'netAmount', 'netShipping'] as const

/** The rates of a line; one that has none is outside the scope of tax. */
function taxesOf({ taxLines, tax, charged }: OrderLine): InvoiceTax[] {
  if (taxLines.length > 0) return taxLines
  const base = charged - tax
  const none = { base, amount: tax, country: '', region: '' }
  if (tax === 0) return [{ ...none, name: 'Not subject to tax', rate: 0, category: 'O', text: 'Not subject to tax' }]
  return [{ ...none, name: 'Tax', rate: Math.round((tax / base) * 100_000) / 100_000, category: 'S' }]
}

/** The line of an invoice that states a whole line of an order. */
export function soldLine(line: OrderLine, isIncluded: boolean): InvoiceLine {
  const { taxLines: _, ...own } = line
  const net = line.charged - line.tax
  const netShipping = isIncluded ? line.shipping - shareOf(line.tax, line.shipping, line.charged) : line.shipping
  const total = line.price * line.quantity
  return { ...own, total, netAmount: net - netShipping, netShipping, taxes: taxesOf(line) }
}

/** A part of a line, in proportion to its money; the parts that make it whole state all of it. */
function partOf(line: InvoiceLine, { quantity, amount, shipping, tax }: LinePart, isIncluded: boolean): InvoiceLine {
  const charged = amount + shipping
  const net = charged - tax
  const netShipping = shareOf(line.netShipping, shipping, line.shipping)
  const goods = amount - (isIncluded ? 0 : tax)
  const price = line.price * quantity
  const total = price >= goods ? price : goods
  return {
    ...line,
    ...{ quantity, total, discount: total - goods, shipping, tax, charged, netAmount: net - netShipping, netShipping },
    taxes: taxLinesOfPart(line.taxes, tax, { line: line.charged - line.tax, part: net }),
  }
}

const keyOf = ({ name, rate, country, region, category, text, shipping }: InvoiceTax): string =>
  JSON.stringify([category, name, rate, country, region, text, shipping])

/** Adds up taxes, by their rates. */
export function addTaxes(taxes: readonly InvoiceTax[]): InvoiceTax[] {
  return [...Map.groupBy(taxes, keyOf).values()].flatMap((alike) => {
    const [first] = alike
    const of = (name: 'base' | 'amount') => sum(alike.map((tax) => tax[name]))
    return first ? [{ ...first, base: of('base'), amount: of('amount') }] : []
  })
}

/** A line with all amounts times a sign. */
export const signed = (line: InvoiceLine, sign: 1 | -1): InvoiceLine => ({
  ...line,
  ...(Object.fromEntries(amounts.map((name) => [name, times(sign, line[name])])) as Pick<InvoiceLine, (typeof amounts)[number]>),
  taxes: line.taxes.map((tax) => ({ ...tax, base: times(sign, tax.base), amount: times(sign, tax.amount) })),
})

// JSON has no negative zero, and equality tells it from zero.
const times = (sign: 1 | -1, amount: number): number => (amount === 0 ? 0 : sign * amount)

/** Adds up lines, by the lines of the order that they are of; those that come to nothing are left out. */
export function addLines(lines: readonly InvoiceLine[]): InvoiceLine[] {
  return [...Map.groupBy(lines, ({ orderProductId }) => orderProductId).values()].flatMap((alike) => {
    const last = alike.at(-1)
    if (!last) return []
    const sums = Object.fromEntries(amounts.map((name) => [name, sum(alike.map((line) => line[name]))]))
    const taxes = addTaxes(alike.flatMap((line) => line.taxes)).filter(({ base, amount }) => base !== 0 || amount !== 0)
    const isNothing = taxes.length === 0 && amounts.every((name) => sums[name] === 0)
    return isNothing ? [] : [{ ...last, ...(sums as Pick<InvoiceLine, (typeof amounts)[number]>), taxes }]
  })
}

/** The difference between lines and others, by the lines of the order. */
export const beyond = (target: readonly InvoiceLine[], stated: readonly InvoiceLine[]): InvoiceLine[] =>
  addLines([...stated.map((line) => signed(line, -1)), ...target])

/**
 * States parts of lines that are given back, or taken back.
 *
 * @param sold the lines as they were sold, edits included.
 * @param before the lines that were given back.
 */
export function givenBack(
  sold: readonly InvoiceLine[],
  before: readonly InvoiceLine[],
  parts: readonly LinePart[],
  sign: 1 | -1,
  isIncluded: boolean,
): InvoiceLine[] {
  const target = parts.map((part) => {
    const line = sold.find(({ orderProductId }) => orderProductId === part.orderProductId)
    if (!line) throw new Error(`No invoice of the order has line ${part.orderProductId}.`)
    const known = addLines(before.filter(({ orderProductId }) => orderProductId === part.orderProductId))[0]
    const { quantity = 0, charged = 0, shipping = 0, tax = 0 } = known ?? {}
    const whole: LinePart = {
      orderProductId: part.orderProductId,
      quantity: quantity + sign * part.quantity,
      amount: charged - shipping + sign * part.amount,
      shipping: shipping + sign * part.shipping,
      tax: tax + sign * part.tax,
    }
    return partOf(line, whole, isIncluded)
  })
  const ids = new Set(parts.map(({ orderProductId }) => orderProductId))
  const stated = before.filter(({ orderProductId }) => ids.has(orderProductId))
  return beyond(target, stated).map((line) => signed(line, sign))
}
