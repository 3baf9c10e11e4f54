/** The points of a purchase at which a process may be stopped, and a way to be there. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from '../../src/db/connect.ts'

export const points = ['before the claim', 'before the charge', 'after the charge'] as const
export type Point = (typeof points)[number]

type Statement = { args: unknown }

const textOf = ({ args }: Statement): string =>
  args instanceof Prisma.Sql ? args.sql : Array.isArray(args) ? String((args[0] as { sql?: string })?.sql ?? '') : ''

/** Whether a statement is the one that claims a payment right before the gateway is asked. */
export const isClaim = (statement: Statement): boolean =>
  /^\s*UPDATE payment SET state = 'asked'.*'recorded'/s.test(textOf(statement))

/** The same database, with something to be done before each statement of a kind. */
export function before(db: Db, isMeant: (statement: Statement) => boolean, work: () => unknown): Db {
  return db.$extends({
    query: {
      async $allOperations({ query, ...statement }) {
        if (isMeant(statement)) await work()
        return query(statement.args)
      },
    },
  }) as unknown as Db
}

/** The same database, with something to be done whenever it has told of payments by their references. */
export function afterPayments(db: Db, work: () => Promise<unknown>): Db {
  return db.$extends({
    query: {
      async $allOperations({ query, args }) {
        const answer: unknown = await query(args)
        if (Array.isArray(answer) && answer.some((row) => row && typeof row === 'object' && 'reference' in row)) await work()
        return answer
      },
    },
  }) as unknown as Db
}
