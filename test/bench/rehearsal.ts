/** Runs each scenario in process first: checks its answer, keeps it to compare with, and counts the statements it takes. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashSecret } from '../../src/auth/secret.ts'
import { databaseClock } from '../../src/db/clock.ts'
import { type Db, statementsSent } from '../../src/db/connect.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createApp } from '../../src/start/app.ts'
import { isAnswerTo } from './answer.ts'
import type { BenchDatabase } from './database.ts'
import { findSample, storeId } from './sample.ts'
import type { Call, Sample, Scenario } from './scenarios.ts'

export type Rehearsed = {
  scenario: Scenario
  /** The last answer. */
  body: string
  /** How many statements a request takes, on average over a round. */
  statements: number
}

export type Rehearsal = { headers: Record<string, string>; sample: Sample; rehearsed: Rehearsed[] }

const clientId = 'bench'

// The embedded database's adapter announces them as a comment.
const transactionControl = /^(BEGIN|COMMIT|ROLLBACK|-- Implicit)/i

// Prisma announces a statement a moment after its answer.
const settled = () => sleep(50)

/**
 * Puts a merchant key into the database, does what else there is to prepare, and runs the scenarios.
 *
 * @throws Error for an answer that is not what the scenario expects.
 */
export async function rehearse(
  { name, config }: BenchDatabase,
  scenarios: Scenario[],
  prepare: (db: Db) => Promise<void>,
): Promise<Rehearsal> {
  const { db, close } = await openDatabase(config)
  try {
    await prepare(db)
    const headers = { Authorization: `Bearer ${clientId}.${await makeKey(db, clientId)}` }
    const sample = await findSample(db)
    const log = { info: () => {}, warn: () => {}, error: (fields: object) => console.error(fields) }
    const app = createApp({ db, clock: databaseClock, log, pageBase: 0, isEmbedded: config.kind === 'embedded' })
    let statements: string[] = []
    db.$on('query', ({ query }) => void statements.push(query))
    statementsSent.subscribe((message) => void statements.push((message as { text: string }).text))

    const rehearsed: Rehearsed[] = []
    for (const scenario of scenarios) {
      let body = ''
      const round = async (from: number) => {
        for (let number = from; number < from + scenario.round; number += 1) {
          const call = scenario.call(sample, { connection: 0, connections: 1, number })
          const answer = await app.fetch(request(call, headers))
          body = await answer.text()
          if (answer.status === call.status && isAnswerTo(call, body)) continue
          throw new Error(`${name}, ${scenario.name}: the answer is not the expected one: ${answer.status} ${body.slice(0, 300)}`)
        }
        await settled()
      }
      // The first round also reads the credential, which is then kept.
      await round(0)
      statements = []
      await round(scenario.round)
      const counted = statements.filter((sql) => !transactionControl.test(sql)).length
      rehearsed.push({ scenario, body, statements: counted / scenario.round })
    }
    return { headers, sample, rehearsed }
  } finally {
    await close()
  }
}

/** Puts a key with every scope into the database, in the place of one that was there. */
export async function makeKey(db: Db, clientId: string, store = storeId): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const key = { storeId: store, secretHash: hashSecret(clientId, secret), scopes: ['*'], createdAt: new Date(), revokedAt: null }
  await db.merchantKey.upsert({ where: { clientId }, create: { clientId, ...key }, update: key })
  return secret
}

/** The request of a call. */
export const request = ({ method, path, body }: Call, headers: Record<string, string>): Request =>
  new Request(`http://127.0.0.1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body }),
  })
