/** The numbers of invoices. Pure. */
import type { InvoiceKind } from '../../../prisma/generated/client/enums.ts'

/** The series that a kind is numbered in: corrections are numbered with invoices. */
export const seriesOf = (kind: InvoiceKind): 'invoice' | 'credit_note' => (kind === 'credit_note' ? 'credit_note' : 'invoice')

/** A place in a series. */
export type SeriesPlace = { series: 'invoice' | 'credit_note'; epoch: number; place: bigint }

/**
 * The text of a number: `INV-17`, of a credit note `INV-C17`, and in a database that was adopted once `INV-1.17`, which its original never
 * gives.
 *
 * @param prefix empty, or ending in `-`, `/` or `_`: no two places have one text, whatever the prefix was.
 */
export const numberOf = (prefix: string, { series, epoch, place }: SeriesPlace): string =>
  `${prefix}${series === 'credit_note' ? 'C' : ''}${epoch > 0 ? `${epoch}.` : ''}${place}`
