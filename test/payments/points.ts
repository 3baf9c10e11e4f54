/** The points of a purchase at which a process may be stopped, and a way to be there. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from '../../src/db/connect.ts'

export const points = ['before the claim', 'before the charge', 'after the charge'] as const
export type Point = (typeof points)[number]

/** The result of a payment that was stopped there, once it is reconciled. */
export const cleared = {
  'before the claim': 'never charged',
  'before the charge': 'given up',
  'after the charge': 'captured',
} as const satisfies Record<Point, string>

/** The points of a refund. */
export const refundPoints = ['before the refund', 'after the refund'] as const
export type RefundPoint = (typeof refundPoints)[number]

/** The points of the return of a charge. */
export const returnPoints = [
  'before the number',
  'before the look',
  'before the return',
  'after the return',
  'before the credit',
  'before the commit',
  'before the note',
  'before the refund is due',
] as const
export type ReturnPoint = (typeof returnPoints)[number]

/** The statements of a return, and of a charge that cannot be written, before which a process may be stopped. */
export const returnStatements: [ReturnPoint, RegExp][] = [
  ['before the number', /UPDATE payment SET return_number = return_number \+ 1/],
  ['before the credit', /INSERT INTO credit_entry .*returned_payment_id/s],
  ['before the commit', /INSERT INTO log_entry/],
  ['before the note', /UPDATE payment SET unwritten_since/],
  ['before the refund is due', /UPDATE payment SET state = 'refunding'/],
]

/** Whether a statement is the one that claims a payment right before the gateway is asked. */
export const isClaim = (text: string): boolean => /^\s*UPDATE payment SET state = 'asked'.*'recorded'/s.test(text)

type AskRows = Db['$queryRaw']

/** The same database, whose statements outside of transactions are asked otherwise. */
const asking = (db: Db, $queryRaw: AskRows): Db =>
  new Proxy(db, { get: (_db, name) => (name === '$queryRaw' ? $queryRaw : Reflect.get(db, name)) })

/** The same database, with something to be done before each statement of a kind. */
export function before(db: Db, isMeant: (text: string) => boolean, work: () => unknown): Db {
  return asking(db, async (query, ...values) => {
    if (isMeant(Prisma.sql(query as TemplateStringsArray, ...values).text)) await work()
    return db.$queryRaw(query, ...values)
  })
}

/** The same database, with something to be done whenever it has told of payments by their references. */
export function afterPayments(db: Db, work: () => Promise<unknown>): Db {
  return asking(db, async <T>(...written: Parameters<AskRows>) => {
    const rows = await db.$queryRaw<T>(...written)
    if (Array.isArray(rows) && rows.some((row) => row && typeof row === 'object' && 'reference' in row)) await work()
    return rows
  })
}
