/** The operator's commands for merchant keys: `tandem key --help`. */
import type { MerchantKey } from '../../prisma/generated/client/client.ts'
import { checkScopes, knownScopes, splitScopes } from '../auth/scopes.ts'
import { databaseTime } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { createMerchantKey } from '../resources/merchant-keys/create.ts'
import { revokeMerchantKey } from '../resources/merchant-keys/revoke.ts'
import { rotateMerchantKey } from '../resources/merchant-keys/rotate.ts'
import { maxNameLength, readName } from '../resources/merchant-keys/rules.ts'
import type { FirstOutcome } from '../schema/outcome.ts'
import { readId } from '../values/id.ts'
import { OperatorError } from '../values/operator-error.ts'
import { defaultOverlapSeconds, maxOverlapSeconds, readOverlap } from '../values/overlap.ts'
import { shown as inQuotes } from '../values/text.ts'
import { formatTime } from '../values/time.ts'
import { json, OperatorCommand } from './command.ts'
import { operate, readSeconds, say, withDatabase } from './operate.ts'
import { table } from './table.ts'

export const keyCommand = new OperatorCommand('key')

type CreateOptions = { store: string; scopes: string; name?: string; json?: boolean }

keyCommand
  .command('create')
  .description('make a key; its secret is shown this once')
  .requiredOption('--store <id>', 'the store it opens')
  .requiredOption('--scopes <list>', 'what it may do, such as read_orders,write_orders, or * for all')
  .option('--name <text>', `what it is for, at most ${maxNameLength} characters`)
  .option(...json)
  .addHelpText('after', `\nScopes: ${knownScopes.join(', ')}`)
  .action(({ store, scopes: list, ...given }: CreateOptions) => {
    const storeId = readId('--store', store)
    const scopes = checkScopes(splitScopes(list))
    const name = readName(given.name)
    return withDatabase(async (db) => {
      const { key, secret } = await shown(db, storeId, await operate(db, storeId, createMerchantKey, { name, scopes }))
      const made = { clientId: key.clientId, secret }
      if (given.json) return say(JSON.stringify({ ...credential(made), store_id: Number(storeId), name, scopes }))
      sayCredential(made)
    })
  })

keyCommand
  .command('list')
  .description('list the keys, without their secrets')
  .option('--store <id>', 'only those of one store')
  .option(...json)
  .action(({ store, ...given }: { store?: string; json?: boolean }) => {
    const where = store === undefined ? {} : { storeId: readId('--store', store) }
    return withDatabase(async (db) => {
      const omit = { secretHash: true, previousSecretHash: true } as const
      const keys = await db.merchantKey.findMany({ where, orderBy: { id: 'asc' }, omit })
      if (given.json) return say(JSON.stringify(keys.map(listed)))
      const now = await databaseTime(db)
      const rows = keys.map(({ clientId, storeId, scopes, name, ...key }) => {
        return [clientId, String(storeId), name ?? '', stateOf(key, now), scopes.join(',')]
      })
      say(table(['CLIENT ID', 'STORE', 'NAME', 'STATE', 'SCOPES'], rows))
    })
  })

keyCommand
  .command('rotate')
  .description('give a key a new secret, shown this once; the one before works on for a while')
  .argument('<client-id>', 'the key to rotate')
  .option(
    '--overlap <seconds>',
    `how long the secret before works on, 0 to ${maxOverlapSeconds}; with 0 every earlier one ends within five seconds`,
    String(defaultOverlapSeconds),
  )
  .option(...json)
  .action((clientId: string, { overlap, ...given }: { overlap: string; json?: boolean }) => {
    const overlapSeconds = readOverlap(readSeconds('--overlap', overlap))
    return withDatabase(async (db) => {
      const { id, storeId } = await find(db, clientId)
      const outcome = await operate(db, storeId, rotateMerchantKey, { id: String(id), overlapSeconds })
      const { key, secret } = await shown(db, storeId, outcome)
      const made = { clientId, secret }
      const until = key.previousWorksUntil && formatTime(key.previousWorksUntil)
      if (given.json) return say(JSON.stringify({ ...credential(made), previous_works_until: until }))
      sayCredential(made)
      say(until ? `The secret before works until ${until}.` : 'Every earlier secret stops working within five seconds.')
    })
  })

keyCommand
  .command('revoke')
  .description('withdraw a key for good; it stops working within five seconds')
  .argument('<client-id>', 'the key to withdraw')
  .option(...json)
  .action((clientId: string, options: { json?: boolean }) =>
    withDatabase(async (db) => {
      const { id, storeId } = await find(db, clientId)
      await operate(db, storeId, revokeMerchantKey, { id: String(id) })
      const revoked = { client_id: clientId, store_id: Number(storeId), revoked: true }
      say(options.json ? JSON.stringify(revoked) : `${clientId} is revoked.`)
    }),
  )

async function find(db: Db, clientId: string): Promise<MerchantKey> {
  const key = await db.merchantKey.findUnique({ where: { clientId } })
  if (!key) throw new OperatorError(`There is no key ${inQuotes(clientId)}. See: npm run tandem -- key list`)
  return key
}

/** The key that a write was about, with the secret that it shows this once. */
async function shown(db: Db, storeId: bigint, { id, shownOnce }: FirstOutcome): Promise<{ key: MerchantKey; secret: string }> {
  const key = await db.merchantKey.findUniqueOrThrow({ where: { storeId_id: { storeId, id: BigInt(id ?? 0) } } })
  return { key, secret: shownOnce?.secret ?? '' }
}

type Credential = { clientId: string; secret: string }

const credential = ({ clientId, secret }: Credential) => ({ client_id: clientId, client_secret: secret })

const sayCredential = ({ clientId, secret }: Credential): void =>
  say(`client id      ${clientId}\nclient secret  ${secret}\nKeep the secret now: only its hash is stored.`)

type State = Pick<MerchantKey, 'previousWorksUntil' | 'revokedAt'>

function stateOf({ previousWorksUntil, revokedAt }: State, now: Date): string {
  if (revokedAt) return `revoked ${formatTime(revokedAt)}`
  const overlaps = previousWorksUntil && now < previousWorksUntil
  return overlaps ? `valid, the secret before until ${formatTime(previousWorksUntil)}` : 'valid'
}

const listed = (key: Omit<MerchantKey, 'secretHash' | 'previousSecretHash'>) => ({
  client_id: key.clientId,
  store_id: Number(key.storeId),
  name: key.name,
  scopes: key.scopes,
  created_at: formatTime(key.createdAt),
  rotated_at: key.rotatedAt && formatTime(key.rotatedAt),
  previous_works_until: key.previousWorksUntil && formatTime(key.previousWorksUntil),
  revoked_at: key.revokedAt && formatTime(key.revokedAt),
})
