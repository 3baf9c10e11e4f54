/** The baseline of a new embedded database, and all migrations one after the other, make the same database. */
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { applyBaseline } from '../../src/db/baseline.ts'
import { inSession } from '../../src/db/embedded/open.ts'
import { migrate, readMigrations } from '../../src/db/migrate.ts'
import type { Session } from '../../src/db/session.ts'
import { emptied } from '../support/embedded.ts'

const template = inject('template')

/** The contents of a database, by kind; where order matters to PostgreSQL, such as among foreign keys, the oldest is first. */
const kinds = {
  objects: `SELECT DISTINCT type, identity FROM pg_depend, pg_identify_object(classid, objid, objsubid)
    WHERE refclassid = 'pg_namespace'::regclass AND refobjid = current_schema()::regnamespace ORDER BY 1, 2`,
  relations: `SELECT relname, relkind, relpersistence, relreplident, relrowsecurity, relforcerowsecurity, reloptions, relacl
    FROM pg_class WHERE relnamespace = current_schema()::regnamespace ORDER BY 1`,
  columns: `SELECT attrelid::regclass::text AS of, row_number() OVER (PARTITION BY attrelid ORDER BY attnum) AS place,
      format_type(atttypid, atttypmod) AS type, pg_get_expr(adbin, adrelid) AS "default", attcollation::regcollation::text AS collation,
      to_jsonb(a) - '{attrelid,atttypid,attnum,attcollation,attmissingval,atthasmissing,attcacheoff}'::text[] AS rest
    FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = current_schema()::regnamespace AND attnum > 0 AND NOT attisdropped ORDER BY 1, 2`,
  values:
    'SELECT enumtypid::regtype::text AS type, array_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum GROUP BY 1 ORDER BY 1',
  sequences: `SELECT to_jsonb(s) AS sequence FROM pg_sequences s ORDER BY sequencename`,
  functions: `SELECT pg_get_functiondef(oid) AS function, proacl FROM pg_proc WHERE pronamespace = current_schema()::regnamespace ORDER BY 1`,
  constraints: `SELECT conrelid::regclass::text AS of, conname, pg_get_constraintdef(oid) AS rule, convalidated, condeferrable, condeferred, contype
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace ORDER BY 1, contype = 'f', 2`,
  'foreign keys': `SELECT conname FROM pg_constraint WHERE contype = 'f' ORDER BY oid`,
  // Without parentheses: PostgreSQL flattens "(a AND b) AND c" when it reads its own definition.
  indexes: `SELECT translate(pg_get_indexdef(indexrelid), '()', '') AS index, indisvalid, indisclustered, indisreplident, indisunique, indimmediate
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = current_schema()::regnamespace ORDER BY 1`,
  triggers: 'SELECT pg_get_triggerdef(oid) AS trigger, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1',
  comments: `SELECT type, identity, description FROM pg_description, pg_identify_object(classoid, objoid, objsubid)
    WHERE schema = current_schema() ORDER BY 1, 2`,
  settings: 'SELECT setdatabase, setconfig FROM pg_db_role_setting ORDER BY 1, 2',
  extensions: 'SELECT extname FROM pg_extension ORDER BY 1',
}

/** Columns of rows whose values are another one each time. */
const changing = { _prisma_migrations: ['id', 'started_at', 'finished_at'], installation: ['id'] }

async function contentsOf({ query }: Session): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {}
  for (const [kind, sql] of Object.entries(kinds)) contents[kind] = (await query(sql)).rows
  const { rows } = await query(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  for (const { name } of rows as { name: string }[]) {
    const left = Object.entries(changing).find(([table]) => table === name)?.[1] ?? []
    contents[`rows of ${name}`] = (await query(`SELECT to_jsonb(t) - $1::text[] AS row FROM ${name} t ORDER BY 1`, [left])).rows
  }
  return contents
}

async function inEmpty<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const { database, remove } = await emptied('dataDir' in template ? template.dataDir : '')
  onTestFinished(() => database.close().finally(remove))
  return inSession(database, work)
}

// It is of the embedded database alone.
describe.runIf('dataDir' in template)('The baseline', () => {
  it('makes what the migrations make, each object and row', async () => {
    const migrated = await inEmpty(async (session) => {
      await migrate(session)
      return contentsOf(session)
    })
    const made = await inEmpty(async (session) => {
      await applyBaseline(session)
      expect(await migrate(session)).toEqual([])
      return contentsOf(session)
    })
    for (const [kind, rows] of Object.entries(migrated)) expect(made[kind], kind).toEqual(rows)
    expect(Object.keys(made).sort()).toEqual(Object.keys(migrated).sort())
    for (const kind of ['columns', 'functions', 'constraints', 'foreign keys', 'indexes', 'triggers', 'rows of installation'])
      expect(made[kind], kind).not.toEqual([])
    expect(made['rows of _prisma_migrations']).toHaveLength(readMigrations().length)
  })

  it('gives each database an id and times of its own', async () => {
    const identity = async ({ query }: Session) => {
      const asked = await query(
        `SELECT installation.id, (SELECT max(finished_at) >= statement_timestamp() - interval '1 minute' FROM _prisma_migrations) AS "isNew",
           (SELECT count(DISTINCT id)::int FROM _prisma_migrations) AS ids FROM installation`,
      )
      return asked.rows[0]
    }
    const make = () =>
      inEmpty(async (session) => {
        await applyBaseline(session)
        return identity(session)
      })
    const [one, other] = [await make(), await make()]
    expect(one?.id).not.toBe(other?.id)
    for (const each of [one, other]) expect(each).toMatchObject({ isNew: true, ids: readMigrations().length })
  })

  it('leaves a database that has something as it is', async () => {
    const tables = await inEmpty(async (session) => {
      await session.exec('CREATE TABLE guests (id int)')
      await applyBaseline(session)
      return (await session.query(`SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`))
        .rows
    })
    expect(tables).toEqual([{ relname: 'guests' }])
  })
})
