/** The operator's commands for the sites whose scripts may read a store's answers in a browser. */
import { Refusal } from '../errors.ts'
import { OperatorError } from '../operator-errors.ts'
import { addOrigin, removeOrigin } from '../resources/allowed-origins/list.ts'
import { readOrigin } from '../resources/allowed-origins/rules.ts'
import { readId } from '../values/id.ts'
import { formatTime } from '../values/time.ts'
import { json, OperatorCommand } from './command.ts'
import { say, withDatabase, writeAsOperator } from './operate.ts'
import { table } from './table.ts'

const store = ['--store <id>', 'the store whose answers it may read'] as const

/** `tandem origin`: allow, list, forbid. */
export const originCommand = new OperatorCommand('origin').description(
  "manage the sites whose scripts may read a store's answers in a browser",
)

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
      const { isNew } = await writeAsOperator(db, 'addAllowedOrigin', 'allowed_origin', async (tx, now) => ({
        storeId,
        ...(await addOrigin(tx, storeId, origin, now)),
      }))
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
      await writeAsOperator(db, 'removeAllowedOrigin', undefined, async (tx) => ({
        storeId,
        ...(await removeOrigin(tx, storeId, { origin })),
      })).catch((error) => {
        const isMissing = error instanceof Refusal && error.code === 'NOT_FOUND'
        throw isMissing
          ? new OperatorError(`Store ${storeId} does not allow ${origin}. See: npm run tandem -- origin list`)
          : error
      })
      if (options.json) return say(JSON.stringify({ store_id: Number(storeId), origin, allowed: false }))
      say(`Store ${storeId} no longer allows ${origin}.`)
    })
  })
