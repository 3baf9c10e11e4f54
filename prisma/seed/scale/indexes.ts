/**
 * Takes off what slows writing, and knows how to put it back: triggers, every foreign key, and every index that is no constraint's own.
 * The list is read from the database, so that a later migration's indexes are kept too.
 */
import type { Statements } from './statement.ts'

const foreignKeys = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove,
         format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS restore
  FROM pg_constraint
  WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
  ORDER BY conrelid::regclass::text, conname`

const triggers = `
  SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS remove,
         format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname) AS restore
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
  ORDER BY tgrelid::regclass::text, tgname`

const indexes = `
  SELECT format('DROP INDEX %s', indexrelid::regclass) AS remove, pg_get_indexdef(indexrelid) AS restore
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY indrelid::regclass::text, relname`

/** The statements that take them off, and those that put them back; each list in the order it has to be run. */
export async function constraintsAndIndexes(database: Statements): Promise<{ remove: string[]; restore: string[] }> {
  const kept = await database.rows(triggers)
  const keys = await database.rows(foreignKeys)
  const others = await database.rows(indexes)
  const texts = (rows: Record<string, unknown>[], column: string) => rows.map((row) => String(row[column]))
  return {
    // A foreign key leans on a unique index, so it goes first and comes back last.
    remove: [...texts(kept, 'remove'), ...texts(keys, 'remove'), ...texts(others, 'remove')],
    restore: [...texts(others, 'restore'), ...texts(keys, 'restore'), ...texts(kept, 'restore')],
  }
}
