/** A database that fails as it is told to, with the errors of a database. */
import { inject } from 'vitest'
import { type Db, withSession } from '../../src/db/connect.ts'

const statements = [
  'CREATE TABLE fault (code text, at text, says text)',
  `CREATE FUNCTION fail(place text) RETURNS boolean LANGUAGE plpgsql AS $$ DECLARE told fault; BEGIN
     SELECT * INTO told FROM fault WHERE at = place;
     IF told.code IS NOT NULL THEN RAISE EXCEPTION '%', told.says USING ERRCODE = told.code; END IF;
     RETURN true; END $$`,
  `CREATE FUNCTION fail_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM fail(TG_ARGV[0]); RETURN coalesce(NEW, OLD); END $$`,
  `CREATE TRIGGER fails BEFORE INSERT ON log_entry FOR EACH ROW EXECUTE FUNCTION fail_write('write')`,
  `CREATE TRIGGER fails BEFORE DELETE ON idempotency_key FOR EACH ROW EXECUTE FUNCTION fail_write('write')`,
  `CREATE TRIGGER fails_first BEFORE INSERT ON idempotency_key FOR EACH ROW EXECUTE FUNCTION fail_write('key')`,
  'ALTER TABLE "order" RENAME TO order_row',
  `CREATE VIEW "order" AS SELECT * FROM order_row WHERE fail('read')`,
]

/** Where it fails: when a write is about to be logged or a key forgotten, when a key is claimed, or when orders are read. */
type Place = 'write' | 'key' | 'read'

/** Lets a database of a test's own be told to fail. */
export async function makeFaulty(db: Db) {
  for (const statement of statements) await db.$executeRawUnsafe(statement)
  return {
    /** From now on it fails there, with this SQLSTATE, and says so. */
    fail: (code: string, at: Place, says = 'something is out of order') =>
      db.$executeRaw`INSERT INTO fault VALUES (${code}, ${at}, ${says})`,
    mend: () => db.$executeRaw`DELETE FROM fault`,
  }
}

/** Makes the database read-only as an operator would, or ends that. */
export async function setReadOnly(db: Db, isReadOnly: boolean): Promise<void> {
  const template = inject('template')
  const setting = `default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`
  if ('dataDir' in template) return void (await db.$executeRawUnsafe(`SET ${setting}`))
  const [{ name }] = await db.$queryRaw<[{ name: string }]>`SELECT current_database()::text AS name`
  await withSession(template.server, async ({ exec, query }) => {
    await exec(`ALTER DATABASE ${name} SET ${setting}`)
    // The setting is for connections to come.
    await query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  })
  for (;;) {
    const found = await db.$queryRaw<{ on: string }[]>`SELECT current_setting('transaction_read_only') AS on`.catch(() => [])
    if (found[0]?.on === (isReadOnly ? 'on' : 'off')) return
  }
}
