/**
 * Keeps migrations and `schema.prisma` equal: `npm run migration <name>` writes what is missing as a new migration,
 * `npm run migration` without a name only checks and ends with 1 when something is missing.
 *
 * Prisma's own `migrate diff` downloads an engine; this runs the same engine as WebAssembly against an embedded database.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { migrate, readMigrations } from '../src/db/migrate.ts'

const schema = readFileSync(new URL('schema.prisma', import.meta.url), 'utf8')
const name = process.argv[2]

const folder = new URL('migrations/', import.meta.url)

// The engine says nothing of a migration that fails; ours does.
const applied = await PGlite.create()
await migrate(applied)
await applied.close()

const engine = await SchemaEngine.new(
  { datamodels: [['schema.prisma', schema]] },
  () => {},
  bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(await PGlite.create())),
)
const { stdout } = await engine.diff({
  from: {
    tag: 'migrations',
    baseDir: fileURLToPath(folder),
    lockfile: { path: 'migration_lock.toml', content: readFileSync(new URL('migration_lock.toml', folder), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: readMigrations(folder).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  },
  to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
  script: true,
  exitCode: null,
  filters: { externalTables: [], externalEnums: [] },
})

const sql = (stdout ?? '').trim()
if (sql === '' || sql === '-- This is an empty migration.') {
  console.log('Migrations are equal to schema.prisma.')
} else if (name) {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const written = new URL(`${stamp}_${name}/`, folder)
  mkdirSync(written)
  writeFileSync(new URL('migration.sql', written), `${sql}\n`)
  console.log(`Wrote ${fileURLToPath(written)}migration.sql`)
} else {
  console.error(`schema.prisma has changes without a migration. Write one with: npm run migration -- <name>\n\n${sql}`)
  process.exitCode = 1
}
process.exit()
