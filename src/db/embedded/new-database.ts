/** The files of a new database, as PGlite's `initdb` makes them; unpacking them takes a quarter of the time. */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const description = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version: string }

/** The archive for the version of PGlite that is installed, which `npm run initdb` makes. */
export const newDatabaseFile = new URL(`../../../prisma/generated/pglite-${version}.tar.br`, import.meta.url)

/** Unpacks the archive; undefined where there is none for this version, and PGlite runs `initdb`. */
export async function newDatabase(): Promise<Blob | undefined> {
  if (!existsSync(newDatabaseFile)) return undefined
  return new Blob([await promisify(brotliDecompress)(await readFile(newDatabaseFile))])
}
