/**
 * Has tables take rows as they are: without the triggers that would change them, and without foreign keys, so that their order does not
 * matter. It takes no more than the right of their owner.
 */
import type { Session } from '../db/session.ts'
import { type CopiedTable, nameOf } from './tables.ts'

type ForeignKey = { table: string; name: string; definition: string }

/** Empties tables and takes what guards them away, in a transaction; answers what puts it back, where every row has to meet it. */
export async function bare(session: Session, tables: readonly CopiedTable[]): Promise<() => Promise<void>> {
  const { rows } = await session.query(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conrelid::regclass::text, conname`,
  )
  const keys = rows as ForeignKey[]
  const names = tables.map(nameOf)
  const each = (statements: string[]) => session.exec(statements.join(';\n'))
  await each(keys.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`))
  await each(names.map((name) => `ALTER TABLE ${name} DISABLE TRIGGER USER`))
  await session.exec(`TRUNCATE ${names.join(', ')}`)
  return async () => {
    await each(names.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`))
    for (const { table, name, definition } of keys)
      await session.exec(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
}
