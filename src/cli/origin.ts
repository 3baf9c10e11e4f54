/** The operator's commands for the sites whose scripts may read a store's answers in a browser. */
import type { Db } from '../db/connect.ts'
import { addAllowedOrigin } from '../resources/allowed-origins/add.ts'
import { removeAllowedOrigin } from '../resources/allowed-origins/remove.ts'
import { readOrigin } from '../resources/allowed-origins/rules.ts'
import { readId } from '../values/id.ts'
import { OperatorError } from '../values/operator-error.ts'
import { formatTime } from '../values/time.ts'
import { json, OperatorCommand } from './command.ts'
import { operate, say, withDatabase } from './operate.ts'
import { table } from './table.ts'

const store = ['--store <id>', 'the store whose answers it may read'] as const

/** `tandem origin`: allow, list, forbid. */
export const originCommand = new OperatorCommand('origin')

originCommand
  .command('allow')
  .description('let a site in, within seconds; repeating it changes nothing')
  .argument('<origin>', 'scheme, host and port, such as https://shop.example, or http://localhost:*')
  .requiredOption(...store)
  .option(...json)
  .action((text: string, options: { store: string; json?: boolean }) => {
    const storeId = readId('--store', options.store)
    const origin = readOrigin(text)
    return withDatabase(async (db) => {
      const isNew = (await find(db, storeId, origin)) === null
      await operate(db, storeId, addAllowedOrigin, { origin })
      if (options.json) return say(JSON.stringify({ store_id: Number(storeId), origin, allowed: true, is_new: isNew }))
      say(isNew ? `Store ${storeId} allows ${origin}.` : `Store ${storeId} allows ${origin} already.`)
    })
  })

originCommand
  .command('list')
  .description('list the sites that are let in')
  .option('--store <id>', 'of this store alone')
  .option(...json)
  .action((options: { store?: string; json?: boolean }) => {
    const where = options.store === undefined ? {} : { storeId: readId('--store', options.store) }
    return withDatabase(async (db) => {
      const origins = await db.allowedOrigin.findMany({ where, orderBy: [{ storeId: 'asc' }, { id: 'asc' }] })
      const rows = origins.map(({ id, storeId, origin, createdAt }) => ({
        id: Number(id),
        store_id: Number(storeId),
        origin,
        created_at: formatTime(createdAt),
      }))
      if (options.json) return say(JSON.stringify(rows))
      const lines = rows.map((row) => [row.origin, String(row.store_id), row.created_at])
      say(table(['ORIGIN', 'STORE', 'SINCE'], lines))
    })
  })

originCommand
  .command('forbid')
  .description('shut a site out again, within seconds')
  .argument('<origin>', 'the site, as it is listed')
  .requiredOption(...store)
  .option(...json)
  .action((text: string, options: { store: string; json?: boolean }) => {
    const storeId = readId('--store', options.store)
    const origin = readOrigin(text)
    return withDatabase(async (db) => {
      const found = await find(db, storeId, origin)
      if (!found) throw new OperatorError(`Store ${storeId} does not allow ${origin}. See: npm run tandem -- origin list`)
      await operate(db, storeId, removeAllowedOrigin, { id: String(found.id) })
      if (options.json) return say(JSON.stringify({ store_id: Number(storeId), origin, allowed: false }))
      say(`Store ${storeId} no longer allows ${origin}.`)
    })
  })

const find = (db: Db, storeId: bigint, origin: string) =>
  db.allowedOrigin.findUnique({ where: { storeId_origin: { storeId, origin } }, select: { id: true } })
