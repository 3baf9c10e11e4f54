/** Makes the files that a new embedded database begins with, for the version of PGlite that is installed: `npm run initdb`. */
import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { newDatabaseFile } from '../src/db/embedded/new-database.ts'

const pglite = await PGlite.create({ startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'] })
for (const statement of [
  // Two thirds of the files belong to databases that are never opened.
  'UPDATE pg_database SET datistemplate = false',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
  'VACUUM',
  // The log of all this goes: nothing is to be recovered.
  'SELECT pg_switch_wal()',
  'CHECKPOINT',
])
  await pglite.exec(statement)
const files = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
await pglite.close()
const params = {
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_SIZE_HINT]: files.length,
}
writeFileSync(newDatabaseFile, brotliCompressSync(files, { params }))
