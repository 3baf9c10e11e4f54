/** Runs each scenario once in process: checks its answer, keeps it to compare with, and counts the statements it takes. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../../src/app.ts'
import { hashSecret } from '../../src/auth/merchant-key.ts'
import { type Db, openDatabase } from '../../src/db/connect.ts'
import type { BenchDatabase } from './database.ts'
import type { Answer, Call, Scenario } from './scenarios.ts'

export type Rehearsed = { scenario: Scenario; call: Call; body: string; statements: string[] }

export type Rehearsal = { headers: Record<string, string>; rehearsed: Rehearsed[] }

const clientId = 'bench'
const storeId = 1n

// Prisma announces a statement a moment after its answer.
const settled = () => sleep(50)

/**
 * Puts a merchant key into the database and runs the scenarios with it.
 *
 * @throws Error for an answer that is not what the scenario expects.
 */
export async function rehearse({ name, config }: BenchDatabase, scenarios: Scenario[]): Promise<Rehearsal> {
  const { db, close } = await openDatabase(config)
  try {
    const headers = { Authorization: `Bearer ${clientId}.${await makeKey(db)}` }
    const { id: subscriptionId } = await db.subscription.findFirstOrThrow({
      where: { storeId },
      orderBy: { id: 'asc' },
      skip: 100,
    })
    const log = { info: () => {}, error: (fields: object) => console.error(fields) }
    const app = createApp({ db, now: () => new Date(), log, pageBase: 0, isEmbedded: config.kind === 'embedded' })
    let statements: string[] = []
    db.$on('query', ({ query }) => void statements.push(query))

    const rehearsed: Rehearsed[] = []
    for (const scenario of scenarios) {
      const call = scenario.call({ subscriptionId })
      const ask = () => app.fetch(request(call, headers))
      // The first request also reads the credential, which is then kept.
      await (await ask()).text()
      await settled()
      statements = []
      const answer = await ask()
      const body = await answer.text()
      await settled()
      if (answer.status !== 200 || !holds(scenario, body)) {
        throw new Error(`${name}, ${scenario.name}: the answer is not the expected one: ${answer.status} ${body.slice(0, 300)}`)
      }
      rehearsed.push({ scenario, call, body, statements: statements.filter((sql) => !/^(BEGIN|COMMIT|ROLLBACK)/i.test(sql)) })
    }
    return { headers, rehearsed }
  } finally {
    await close()
  }
}

async function makeKey(db: Db): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const key = { storeId, secretHash: hashSecret(secret), scopes: ['*'], createdAt: new Date(), revokedAt: null }
  await db.merchantKey.upsert({ where: { clientId }, create: { clientId, ...key }, update: key })
  return secret
}

const request = ({ method, path, body }: Call, headers: Record<string, string>): Request =>
  new Request(`http://127.0.0.1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body }),
  })

function holds(scenario: Scenario, body: string): boolean {
  const answer = JSON.parse(body) as Answer
  return answer.errors === undefined && scenario.isRight(answer)
}
