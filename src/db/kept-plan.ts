/**
 * Which of the statements written by hand the connections keep prepared, and PostgreSQL plans once: those that end with `keptPlan`.
 * Their texts are the program's own and few, name the columns they answer, and say by key which rows they are about, so that one plan
 * is good for all values; of all other statements each is planned anew.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'

const mark = '/* planned once */'

/** Ends a statement that is planned once. */
export const keptPlan = Prisma.raw(mark)

// Far more than there are: texts that were made of what clients send would otherwise fill the memory of the database.
const mostKept = 200

/** Makes the function that names kept statements, so many at most. */
export function namesOfKept(most: number): (sql: string) => string {
  const names = new Map<string, string>()
  return (sql) => {
    if (!sql.endsWith(mark)) return ''
    const name = names.get(sql)
    if (name || names.size === most) return name ?? ''
    const next = `kept_${names.size}`
    names.set(sql, next)
    return next
  }
}

/** The name a connection keeps a statement under; of one that is not kept it is empty. */
export const nameOfKept = namesOfKept(mostKept)
