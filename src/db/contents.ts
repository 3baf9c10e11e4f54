/** Inspects a database before anything is created in it: it may be ours, another program's or empty. */
import type { Session } from './session.ts'

/** The contents of a database: whether it has a history of migrations where ours would be, and the names of other tables. */
type Contents = { hasHistory: boolean; others: string[] }

// Names enough to recognise a program by.
const named = 4

/** Reads the contents of a database; tables of an extension do not count. */
export async function readContents(session: Pick<Session, 'query'>): Promise<Contents> {
  const { rows } = await session.query(`
    WITH found AS (
      SELECT c.relname AS name, c.relname = '_prisma_migrations' AND n.nspname = coalesce(current_schema(), 'public') AS "isHistory"
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
          WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    )
    (SELECT * FROM found WHERE "isHistory") UNION ALL
    (SELECT * FROM found WHERE NOT "isHistory" ORDER BY name LIMIT ${named + 1})`)
  const found = rows as { name: string; isHistory: boolean }[]
  return {
    hasHistory: found.some(({ isHistory }) => isHistory),
    others: found.filter((row) => !row.isHistory).map(({ name }) => name),
  }
}

/** The names, cut where they are more than enough. */
export const listed = (names: string[]): string =>
  names.length > named ? `${names.slice(0, named).join(', ')}, …` : names.join(', ')
