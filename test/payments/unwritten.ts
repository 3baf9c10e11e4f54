/** An error that no rule foresees: while it is there, no row of a captured charge can be written. */
import type { Db } from '../../src/db/connect.ts'

/** Has the database refuse the transaction of each captured charge. */
export async function breakWrites(db: Db): Promise<void> {
  await db.$executeRaw`
    CREATE OR REPLACE FUNCTION refuse_captured() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Nobody foresaw this.'; END $$`
  await db.$executeRaw`
    CREATE OR REPLACE TRIGGER refuse_captured BEFORE INSERT ON transaction FOR EACH ROW WHEN (NEW.result = 'captured')
      EXECUTE FUNCTION refuse_captured()`
}

export const mendWrites = async (db: Db): Promise<void> => {
  await db.$executeRaw`DROP TRIGGER IF EXISTS refuse_captured ON transaction`
}
