/** `tandem export`: every list of a store as a file each, as lines of JSON or as CSV. */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import type { Context } from '../context.ts'
import { databaseClock } from '../db/clock.ts'
import { contextInProcess } from '../in-process.ts'
import { openGateways } from '../payments/open.ts'
import { OperatorError } from '../values/operator-error.ts'
import { json, OperatorCommand } from './command.ts'
import { viewerOf } from './merchant-of.ts'
import { say, withDatabase } from './operate.ts'
import { table } from './table.ts'

type ExportOptions = { store: string; to: string; format: 'ndjson' | 'csv'; withAll?: boolean; json?: boolean }

type WrittenList = { path: string; file: string; rows: number }

export const exportCommand = new OperatorCommand('export')
  .requiredOption('--store <id>', 'the store')
  .requiredOption('--to <folder>', 'a new or empty folder, which gets one file for each list')
  .addOption(new Option('--format <format>', 'the form of the files').choices(['ndjson', 'csv']).default('ndjson'))
  .option('--with-all', 'embed in each record what `with=all` embeds')
  .option(...json)
  .action(async (options: ExportOptions) => {
    await mkdir(options.to, { recursive: true })
    if ((await readdir(options.to)).length > 0)
      throw new OperatorError(
        `The folder ${options.to} is not empty; name a new one, so that no file of another export stays in it.`,
      )
    await withDatabase(async (db) => {
      const viewer = await viewerOf(db, options)
      const context = contextInProcess({ db, gateways: openGateways(db, databaseClock), viewer, now: new Date() })
      const { snapshot } = db
      const written = await (snapshot
        ? snapshot((rows) => exportAll({ ...context, rows }, options))
        : exportAll(context, options))
      const lines = written.map(({ path, file, rows }) => [path, file, String(rows)])
      say(options.json ? JSON.stringify({ files: written }) : table(['list', 'file', 'rows'], lines))
    })
  })

/** Writes all lists after each other; on PostgreSQL they are of one moment. */
async function exportAll(context: Context, { to, format, withAll, json: isQuiet }: ExportOptions): Promise<WrittenList[]> {
  // The whole interface, which takes a while to load.
  const { restTable } = await import('../resources/routes.ts')
  const { exportReply } = await import('../rest/export.ts')
  const { withVariable } = await import('../rest/compile.ts')
  const { exportedLists } = await import('../rest/export-request.ts')
  const written: WrittenList[] = []
  for (const row of exportedLists(restTable.rows)) {
    const path = row.path.slice('/v1/'.length, -1)
    const file = `${path.replaceAll('/', '-')}.${format}`
    const variables = {
      ...(row.variables.has('archived') && { archived: true }),
      ...(withAll && Object.fromEntries(row.ofAll.map((name) => [withVariable(name), true]))),
    }
    const asked = { variables, format, most: Number.MAX_SAFE_INTEGER }
    const { status, body } = await exportReply(restTable.schema, row, asked, context)
    if (status !== 200 || !(body instanceof Readable))
      throw new OperatorError(`${row.path} could not be exported: ${String(body)}`)
    const rows = await writeRows(body, join(to, file), format)
    written.push({ path: row.path, file, rows })
    if (!isQuiet) process.stderr.write(`${file}: ${rows.toLocaleString('en')} rows\n`)
  }
  return written
}

const quote = 34
const lineEnd = 10

/** Writes a stream into a file, which has its name once it is whole. @returns its rows. */
async function writeRows(body: Readable, path: string, format: ExportOptions['format']): Promise<number> {
  let lines = 0
  let isQuoted = false
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const part of body as AsyncIterable<Buffer>) {
      for (const byte of part) {
        // A text of CSV may have lines of its own.
        if (byte === quote && format === 'csv') isQuoted = !isQuoted
        else if (byte === lineEnd && !isQuoted) lines += 1
      }
      yield part
    }
  }
  await pipeline(counted(), createWriteStream(`${path}.part`, { mode: 0o600 }))
  await rename(`${path}.part`, path)
  return format === 'csv' ? lines - 1 : lines
}
