/** The page on which the customer of an unpaid order pays it, read with the order. */
import type { ComputedRead } from '../../schema/reads.ts'

type WaitingOrder = { payments: { actionUrl: string | null }[] }

export const actionUrlRead: ComputedRead = {
  inputs: { columns: [], relations: { payments: { columns: ['actionUrl'], only: { state: 'waiting' } } } },
  compute: (values) => (values as WaitingOrder).payments[0]?.actionUrl ?? null,
}
