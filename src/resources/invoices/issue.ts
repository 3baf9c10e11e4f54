/**
 * Issues invoices, after the commit of what they are for: numbered in one transaction with their rows, under the lock of the store's
 * series. A process that ends in between has given no number.
 */
import type { Context } from '../../context.ts'
import type { Shape } from '../../db/shape.ts'
import { insertRows } from '../../db/transaction.ts'
import { storedText } from '../../values/json-ids.ts'
import { fromNothing } from '../../writes/changes.ts'
import type { Written, WrittenRecord } from '../../writes/result.ts'
import { operation } from '../describe.ts'
import { contentOf, readFacts } from './content.ts'
import type { InvoiceContent, Issued } from './document.ts'
import { type DueRow, leaveDue, readDue, removeDue } from './due.ts'
import { numberOf } from './numbers.ts'
import { lockSeries } from './series.ts'

/** Issues the invoices that are due in a store, at most a hundred; another process that does so is left to it. */
export const issueInvoices: (context: Context, asked: object) => Promise<{ many?: readonly unknown[] }> = operation(
  'issueInvoices',
  {
    emits: ['invoice.created'],
    shows: { resource: 'Invoice' },
    async write(write): Promise<Written> {
      const { tx, context } = write
      const { storeId } = write.viewer
      const series = await lockSeries(tx, storeId)
      const due = series ? await readDue(tx, context.clock, storeId) : []
      if (!series || due.length === 0) return { isNothing: true }
      const facts = await readFacts(write, due)
      const ids = await write.nextIds('Invoice', due.length)
      const rows: InvoiceRow[] = []
      const failed: DueRow[] = []
      for (const [place, row] of due.entries()) {
        // An order waits for an invoice that could not be made.
        if (failed.some(({ orderId }) => orderId === row.orderId)) continue
        try {
          const stated = contentOf(row, facts)
          if (!stated) continue
          const { store } = facts
          const { kind, corrects, content } = stated
          const at = series.next(kind)
          const number = numberOf(store.invoicePrefix, at)
          const { cause, causeId, causedAt, orderId } = row
          const issued: Issued = { id: ids[place] ?? 0n, kind, cause, causeId, number, issuedAt: write.now, content }
          facts.issued.push({ ...issued, orderId })
          const customerId = facts.orderOf(row).customerId
          const { gross: total, tax: totalTax } = content.sums
          rows.push({ ...issued, ...at, orderId, customerId, invoiceId: corrects?.id ?? null, causedAt, total, totalTax })
        } catch (error) {
          failed.push(row)
          context.report(new Error(`What order ${row.orderId} of store ${storeId} is due has no invoice.`, { cause: error }))
        }
      }
      await insertRows(
        tx,
        'Invoice',
        rows.map((row) => ({ ...row, storeId, content: JSON.parse(storedText(row.content)) })),
      )
      await series.save(tx)
      const isLeft = ({ orderId, id }: DueRow) => failed.some((each) => each.orderId === orderId && each.id <= id)
      await removeDue(
        tx,
        storeId,
        due.filter((row) => !isLeft(row)),
      )
      await leaveDue(
        tx,
        context.clock,
        storeId,
        failed.map(({ id }) => id),
      )
      const many = rows.map(({ id, orderId, customerId, kind, number, total, totalTax }, index): WrittenRecord => {
        return { index, id, orderId, customerId, changes: fromNothing({ kind, number, total, totalTax }) }
      })
      return many.length > 0 ? { many } : { isNothing: true }
    },
  },
)

type InvoiceRow = Omit<Shape<'Invoice'>, 'storeId' | 'updatedAt' | 'changedIn' | 'total' | 'totalTax' | 'content'> & {
  content: InvoiceContent
  total: number
  totalTax: number
}
