/**
 * The contents of events about money: what a message to the customer needs beside what changed. Events carry it whole, so that it is
 * bounded here.
 */
import { cutText } from '../../values/text.ts'

/** A line of an order, of one to come, or of a refund. */
type ContentLine = {
  productId: bigint
  productInstanceId: bigint
  name: string
  sku: string
  /** Price of one. */
  price: number
  quantity: number
}

const mostLines = 50
const nameCharacters = 200

/** The first lines, and the number of the others. */
const bounded = <Line extends ContentLine>(lines: readonly Line[], shown: (line: Line) => object) => ({
  lines: lines.slice(0, mostLines).map((line) => ({
    ...{ productId: line.productId, productInstanceId: line.productInstanceId },
    ...{ name: cutText(line.name, nameCharacters), sku: cutText(line.sku, nameCharacters) },
    ...{ price: line.price, quantity: line.quantity },
    ...shown(line),
  })),
  ...(lines.length > mostLines && { moreLines: lines.length - mostLines }),
})

/** The lines of an order, with their totals; of more than 50 the first. */
export const contentOfLines = (lines: readonly ContentLine[]) =>
  bounded(lines, ({ price, quantity }) => ({ total: price * quantity }))

/**
 * The lines of a refund, with how much of each is given back; of more than 50 the first.
 *
 * @param isReversed whether each also has `withdrawn`, the pieces that left their deliveries and are not sent.
 */
export const contentOfParts = (
  lines: readonly (ContentLine & { orderProductId: bigint; amount: number; withdrawn: number })[],
  isReversed: boolean,
) => bounded(lines, ({ orderProductId, amount, withdrawn }) => ({ orderProductId, amount, ...(isReversed && { withdrawn }) }))
