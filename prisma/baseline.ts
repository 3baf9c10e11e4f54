/**
 * Writes the baseline: one script that makes what all migrations make of an empty database, with their history.
 * `node prisma/baseline.ts` after `npm run generate` has it whenever a migration is new; a file that is up to date is left alone.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { baselineFile } from '../src/db/baseline.ts'
import { type Migration, migrate, readMigrations } from '../src/db/migrate.ts'

/** Functions that take or give rows of tables, which come after those, or the others, which columns may need. */
const functions = (takesRows: 'EXISTS' | 'NOT EXISTS') => `
  SELECT pg_get_functiondef(oid) AS sql FROM pg_proc
  WHERE pronamespace = current_schema()::regnamespace
    AND ${takesRows} (SELECT FROM pg_type WHERE typrelid <> 0 AND pg_type.oid = ANY (prorettype || proargtypes::oid[])) ORDER BY oid`

/** Statements of each kind of object, in the order in which they can run; within a kind the oldest object is first. */
const kinds = [
  `SELECT format('CREATE TYPE %I AS ENUM (%s)', typname, string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder)) AS sql
   FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid WHERE typnamespace = current_schema()::regnamespace
   GROUP BY pg_type.oid ORDER BY pg_type.oid`,
  `SELECT format('CREATE SEQUENCE %I AS %s INCREMENT BY %s MINVALUE %s MAXVALUE %s START WITH %s CACHE %s %s', relname,
     format_type(seqtypid, NULL), seqincrement, seqmin, seqmax, seqstart, seqcache, CASE WHEN seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END) AS sql
   FROM pg_sequence JOIN pg_class ON pg_class.oid = seqrelid ORDER BY seqrelid`,
  functions('NOT EXISTS'),
  `SELECT format(E'CREATE TABLE %I (\\n  %s\\n)', relname, string_agg(concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
       CASE WHEN attcollation <> typcollation THEN 'COLLATE ' || attcollation::regcollation::text END,
       CASE WHEN attgenerated = 's' THEN format('GENERATED ALWAYS AS (%s) STORED', pg_get_expr(adbin, adrelid))
         WHEN adbin IS NOT NULL THEN 'DEFAULT ' || pg_get_expr(adbin, adrelid) END,
       CASE WHEN conname IS NOT NULL THEN format('CONSTRAINT %I NOT NULL', conname) END), E',\\n  ' ORDER BY attnum)) AS sql
   FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     JOIN pg_type ON pg_type.oid = atttypid
     LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     LEFT JOIN pg_constraint ON conrelid = attrelid AND contype = 'n' AND conkey = ARRAY[attnum]
   WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace GROUP BY pg_class.oid ORDER BY pg_class.oid`,
  `SELECT format('ALTER SEQUENCE %s OWNED BY %s.%I', objid::regclass, refobjid::regclass, attname) AS sql
   FROM pg_depend JOIN pg_sequence ON seqrelid = objid JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
   WHERE classid = 'pg_class'::regclass AND deptype = 'a' ORDER BY objid`,
  functions('EXISTS'),
  `SELECT format(E'ALTER TABLE %s\\n  %s', conrelid::regclass, string_agg(format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)),
       E',\\n  ' ORDER BY oid)) AS sql
   FROM pg_constraint WHERE contype NOT IN ('n', 'f', 't') AND connamespace = current_schema()::regnamespace GROUP BY conrelid ORDER BY conrelid`,
  `SELECT pg_get_indexdef(indexrelid) AS sql FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
   WHERE relnamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype <> 'f')
   ORDER BY indexrelid`,
  `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS sql
   FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY oid`,
  'SELECT pg_get_triggerdef(oid) AS sql FROM pg_trigger WHERE NOT tgisinternal ORDER BY oid',
  `SELECT format('COMMENT ON %s %s IS %L', CASE WHEN objsubid > 0 THEN 'COLUMN' ELSE upper(object.type) END, object.identity, description) AS sql
   FROM pg_description, pg_identify_object(classoid, objoid, objsubid) AS object
   WHERE objoid IN (SELECT objid FROM pg_depend WHERE refobjid = current_schema()::regnamespace) ORDER BY classoid, objoid, objsubid`,
  `SELECT format('SELECT setval(%L, %s)', sequencename, last_value) AS sql FROM pg_sequences WHERE last_value IS NOT NULL ORDER BY 1`,
]

const historyColumns = 'id, checksum, migration_name, started_at, finished_at, applied_steps_count'

/** Which columns of a table are given: those whose default is a constant, or none. */
const columns = `
  SELECT attrelid::regclass::text AS name, array_agg(quote_ident(attname) ORDER BY attnum) AS given
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> '_prisma_migrations'
    AND coalesce(pg_get_expr(adbin, adrelid), '') !~ '\\)|CURRENT_|LOCAL'
  GROUP BY attrelid ORDER BY attrelid`

const digest = (...texts: string[]) => createHash('sha256').update(texts.join('\n')).digest('hex')

/** The first line, by which a file is known to be of these migrations, and as it was written. */
function heading(migrations: readonly Migration[], script: string): string {
  const generator = readFileSync(new URL(import.meta.url), 'utf8')
  return `-- Generated by prisma/baseline.ts: ${digest(generator, ...migrations.map(({ checksum }) => checksum), script)}`
}

function isUpToDate(migrations: readonly Migration[]): boolean {
  if (!existsSync(baselineFile)) return false
  const [first, ...rest] = readFileSync(baselineFile, 'utf8').split('\n')
  return first === heading(migrations, rest.join('\n'))
}

async function scriptOf(migrations: Migration[]): Promise<string> {
  const pglite = await PGlite.create()
  const read = async <Row>(sql: string) => (await pglite.query<Row>(sql)).rows
  await migrate(pglite, migrations)
  const statements: string[] = []
  for (const kind of kinds) statements.push(...(await read<{ sql: string }>(kind)).map(({ sql }) => sql.trim()))
  for (const { name, given } of await read<{ name: string; given: string[] }>(columns)) {
    const row = `concat_ws(', ', ${given.map((column) => `quote_nullable(${column})`)})`
    const rows = await read<{ row: string }>(`SELECT ${row} AS row FROM ${name} ORDER BY ${row}`)
    statements.push(...rows.map(({ row }) => `INSERT INTO ${name} (${given.join(', ')}) VALUES (${row})`))
  }
  const history = migrations.map(
    ({ name, checksum }) => `(gen_random_uuid(), '${checksum}', '${name}', clock_timestamp(), clock_timestamp(), 1)`,
  )
  statements.push(`INSERT INTO _prisma_migrations (${historyColumns}) VALUES\n  ${history.join(',\n  ')}`)
  // Functions name tables, and each other.
  return ['SET LOCAL check_function_bodies = off', ...statements, ''].join(';\n')
}

const migrations = readMigrations()
if (!isUpToDate(migrations)) {
  const script = await scriptOf(migrations)
  writeFileSync(baselineFile, `${heading(migrations, script)}\n${script}`)
}
process.exit()
