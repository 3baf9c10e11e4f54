/** The demo store of a fresh embedded database, and the start screen of the terminal. */
import { styleText } from 'node:util'
import { demoCustomerId, demoKeys, demoStoreId, seedDemo } from '../../prisma/seed/demo.ts'
import { signCustomerToken } from '../auth/customer-token.ts'
import { hashSecret, isSameHash } from '../auth/secret.ts'
import type { PageBase } from '../auth/viewer.ts'
import { isLoopback } from '../config/loopback.ts'
import type { Db } from '../db/connect.ts'
import type { Prefilled } from '../pages/prefilled.ts'

// Long enough for a day of trying things out.
const demoTokenSeconds = 86_400

type Demo = {
  /** Headers that GraphiQL prefills, at a store's own address and at loopback. */
  prefilled: Prefilled
  /** The credentials, and one line for each surface that works as printed. */
  screen(address: string): string
  /** Has its page for customers follow the port that the server listens on. */
  follow(port: number): Promise<unknown>
}

const heading = (text: string): string => styleText('bold', text)

/** The addresses of a running server, for the terminal, and the number of the first page, which surprises many. */
export const addresses = (address: string, showsSchema: boolean, pageBase: PageBase): string => `
${heading('Tandem is listening')}
  ${showsSchema ? 'GraphQL and GraphiQL ' : 'GraphQL              '}  ${address}/graphql
  REST                   ${address}/v1/
  REST reference         ${address}/docs
${showsSchema ? `  GraphQL schema         ${address}/schema.graphql\n` : ''}  Health                 ${address}/healthz  ${address}/readyz

  The first page of a list on REST is page ${pageBase}, unless a store has chosen otherwise. To count from
  ${1 - pageBase}: PAGE_BASE=${1 - pageBase} for the server, or for one store, in force within a minute:
  npm run tandem -- store set --store 1 --page-base ${1 - pageBase}
`

/** The part of the start screen that a copy of a database adds. */
export const copyScreen = `
${heading('This database is a copy, or was moved: it last ran elsewhere')}
  Off: renewals, webhooks, the reconciliation of payments, the numbering of events, test clocks.
  If this is the one to go on with, end the other and run:
  npm run tandem -- adopt
`

/** The next step with a database that has no store; empty where there is one. */
export async function nextStep(db: Db): Promise<string> {
  const [found] = await db.$queryRaw<unknown[]>`SELECT 1 FROM store LIMIT 1`
  if (found) return ''
  return `
${heading('There is no store in this database yet')}
  npm run seed             makes the demo store in it, with the same DATABASE_URL
  npm run tandem -- help   shows the other commands
`
}

/** The demo store's keys that are not revoked. */
export async function validDemoKeys(db: Pick<Db, '$queryRaw'>): Promise<string[]> {
  const rows = await db.$queryRaw<{ clientId: string }[]>`
    SELECT client_id AS "clientId" FROM merchant_key WHERE client_id IN ('demo', 'demo2') AND revoked_at IS NULL ORDER BY client_id`
  return rows.map(({ clientId }) => clientId)
}

export const demoKeysSentence = (keys: readonly string[]): string =>
  `The demo store's keys are valid (${keys.join(', ')}), and everybody knows their secrets. Revoke them: ` +
  `${keys.map((key) => `key revoke ${key}`).join(', ')}.`

/** The warning of a server that others reach while the demo keys are valid. */
export async function demoWarning(db: Pick<Db, '$queryRaw'>, host: string): Promise<string | undefined> {
  const keys = isLoopback(host) ? [] : await validDemoKeys(db)
  return keys.length > 0 ? `${demoKeysSentence(keys)} Or listen on this machine alone: HOST=127.0.0.1.` : undefined
}

/** Moves the address of the demo's page for customers, which the links of its mails are made of, to a port of this machine. */
const followPort = (db: Db, port: number): Promise<number> => {
  const accountUrl = `http://localhost:${port}/account`
  return db.$executeRaw`UPDATE store SET account_url = ${accountUrl}
    WHERE id = ${demoStoreId}::bigint AND account_url ~ '^http://localhost:[0-9]+/account$' AND account_url <> ${accountUrl}`
}

/**
 * Seeds the demo store into an embedded database without stores.
 *
 * @returns its credentials and screen, or undefined when the database holds a store that is not the demo.
 */
export async function openDemo(db: Db, now: Date): Promise<Demo | undefined> {
  if ((await db.store.count()) === 0) {
    await seedDemo(db, now)
  }
  const stored = await db.merchantKey.findMany({ where: { revokedAt: null } })
  const good = demoKeys.filter(({ clientId, secret }) => {
    const key = stored.find((each) => each.clientId === clientId)
    return key && isSameHash(key.secretHash, hashSecret(clientId, secret))
  })
  const storeId_id = { storeId: demoStoreId, id: demoCustomerId }
  const customer = await db.customer.findUnique({ where: { storeId_id } })
  const key = good.find(({ clientId }) => stored.some((each) => each.clientId === clientId && each.storeId === customer?.storeId))
  if (!key || !customer) return undefined
  const { token } = await signCustomerToken(db, { storeId: customer.storeId, customerId: customer.id }, now, demoTokenSeconds)
  const stores = await db.store.findMany({ select: { host: true } })
  const credential = `${key.clientId}.${key.secret}`
  const query = '{ subscriptions(first: 3) { totalCount nodes { id status endDate customer { name } } } }'
  return {
    follow: (port) => followPort(db, port),
    prefilled: { headers: { Authorization: `Bearer ${credential}` }, hosts: stores.map(({ host }) => host) },
    screen: (address) => `
${heading('Demo credentials')} (in the demo store only)
${good.map(({ clientId, secret }) => `  merchant  ${clientId} / ${secret}`).join('\n')}
  customer  ${customer.name}, for a day:
            ${token}

${heading('Try it')}
  curl -s ${address}/graphql -H 'Authorization: Bearer ${credential}' -H 'Content-Type: application/json' -d '{"query":"${query}"}'
  curl -s -u ${key.clientId}:${key.secret} '${address}/v1/subscriptions/?status=past_due&limit=3'
  curl -s -H 'Authorization: Bearer ${token}' ${address}/v1/store/api/shipments/

`,
  }
}
