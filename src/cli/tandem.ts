#!/usr/bin/env node
/** The operator's commands: `npx tandem --help`. */
import { randomBytes } from 'node:crypto'
import { Command, CommanderError } from 'commander'
import { seedCommand } from '../../prisma/seed/command.ts'
import { signCustomerToken, tokenLifetimeSeconds } from '../auth/customer-token.ts'
import { hashSecret } from '../auth/merchant-key.ts'
import { readScopes } from '../auth/scopes.ts'
import { readConfig } from '../config.ts'
import { type Db, openDatabase, withSession } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { OperatorError, operatorSentence } from '../operator-errors.ts'
import { sandboxGateway } from '../payments/sandbox.ts'
import { reconcile } from '../purchases/reconcile.ts'
import { readId } from '../values/id.ts'
import { formatTime } from '../values/time.ts'
import { originCommand } from './origin.ts'

const secretBytes = 32

const program = new Command('tandem')
  .description('Operates a Tandem store: the database DATABASE_URL names, otherwise the embedded one in DATA_DIR.')
  .exitOverride()

program
  .command('migrate')
  .description('bring the database up to date')
  .action(async () => {
    const { database } = readConfig()
    if (database.kind === 'embedded') return withDatabase(async () => say('The database is up to date.'))
    const applied = await withSession(database.url, (session) => migrate(session))
    say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  })

program.addCommand(seedCommand)

const key = program.command('key').description('manage the keys of integrations')

key
  .command('create')
  .description('make a key; its secret is shown this once')
  .requiredOption('--store <id>', 'the store it opens')
  .requiredOption('--scopes <list>', 'what it may do, such as read_orders,write_orders, or * for all')
  .option('--json', 'answer JSON')
  .action((options: { store: string; scopes: string; json?: boolean }) =>
    withDatabase(async (db) => {
      const storeId = readId('--store', options.store)
      const scopes = readScopes(options.scopes)
      if (!(await db.store.findUnique({ where: { id: storeId } }))) throw new OperatorError(`There is no store ${storeId}.`)
      const clientId = `tk_${randomBytes(9).toString('hex')}`
      const secret = randomBytes(secretBytes).toString('base64url')
      await db.merchantKey.create({ data: { storeId, clientId, secretHash: hashSecret(secret), scopes, createdAt: new Date() } })
      if (options.json)
        return say(JSON.stringify({ client_id: clientId, client_secret: secret, store_id: Number(storeId), scopes }))
      say(`client id      ${clientId}\nclient secret  ${secret}\nKeep the secret now: only its hash is stored.`)
    }),
  )

key
  .command('list')
  .description('list the keys, without their secrets')
  .option('--json', 'answer JSON')
  .action((options: { json?: boolean }) =>
    withDatabase(async (db) => {
      const keys = await db.merchantKey.findMany({ orderBy: { id: 'asc' }, omit: { secretHash: true } })
      const rows = keys.map(({ clientId, storeId, scopes, createdAt, revokedAt }) => ({
        client_id: clientId,
        store_id: Number(storeId),
        scopes,
        created_at: formatTime(createdAt),
        revoked_at: revokedAt ? formatTime(revokedAt) : null,
      }))
      if (options.json) return say(JSON.stringify(rows))
      for (const row of rows) {
        say(
          `${row.client_id}  store ${row.store_id}  ${row.scopes.join(',')}  ${row.revoked_at ? `revoked ${row.revoked_at}` : 'valid'}`,
        )
      }
    }),
  )

key
  .command('revoke')
  .description('withdraw a key; it stops working within five seconds')
  .argument('<client-id>', 'the key to withdraw')
  .action((clientId: string) =>
    withDatabase(async (db) => {
      const { count } = await db.merchantKey.updateMany({ where: { clientId, revokedAt: null }, data: { revokedAt: new Date() } })
      if (count === 0) throw new OperatorError(`There is no valid key ${clientId}. See: tandem key list`)
      say(`${clientId} is revoked.`)
    }),
  )

program
  .command('customer-token')
  .description('sign a token for one customer, good for an hour')
  .requiredOption('--customer <id>', 'the customer')
  .option('--json', 'answer JSON')
  .action((options: { customer: string; json?: boolean }) =>
    withDatabase(async (db) => {
      const customer = await db.customer.findUnique({ where: { id: readId('--customer', options.customer) } })
      if (!customer) throw new OperatorError(`There is no customer ${options.customer}.`)
      const token = await signCustomerToken(db, { storeId: customer.storeId, customerId: customer.id }, new Date())
      say(options.json ? JSON.stringify({ token, expires_in: tokenLifetimeSeconds }) : token)
    }),
  )

program.addCommand(originCommand)

program
  .command('payments')
  .description('look after payments')
  .command('reconcile')
  .description('ask the gateway about payments a crash left open, and settle them')
  .option('--json', 'answer JSON')
  .action((options: { json?: boolean }) =>
    withDatabase(async (db) => {
      const complain = (error: unknown) => process.stderr.write(`${(error as Error).message}\n`)
      const settled = await reconcile(db, sandboxGateway(db), new Date(), complain)
      if (settled.some(({ result }) => result === 'failed')) process.exitCode = 1
      if (options.json) return say(JSON.stringify(settled))
      for (const { reference, result } of settled) say(`${reference}  ${result}`)
      say(settled.length > 0 ? `Looked after ${settled.length}.` : 'No payment is open for more than a minute.')
    }),
  )

const say = (text: string) => void process.stdout.write(`${text}\n`)

async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = await openDatabase(readConfig().database)
  try {
    await work(db)
  } finally {
    await close()
  }
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 1)
  process.stderr.write(`${operatorSentence(error) ?? (error as Error).stack}\n`)
  process.exit(1)
}
