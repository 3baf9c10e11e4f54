/**
 * `npm run bench -- guesses`: whether the time of a refusal tells a client that is not known from a secret that is wrong.
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { BenchDatabase } from './database.ts'
import { median } from './figures.ts'
import { compare } from './rank-test.ts'
import { makeKey, rehearse } from './rehearsal.ts'
import type { Section } from './report.ts'
import { sender } from './send.ts'
import { startServer } from './server.ts'

/** How often each is tried. */
const tries = 1_000
const warmUps = 20
/** As many guess at once: each waits a tenth of a second, and one after the other would take minutes. */
const guessers = 4

/** The bound of a difference that can be seen from outside: less than one try in a thousand would look so by chance. */
const mostZ = 3.29

const clientId = 'bench-guessed'

export async function guesses(database: BenchDatabase): Promise<Section> {
  await rehearse(database, [], async (db) => void (await makeKey(db, clientId)))
  const server = await startServer(database.environment)
  try {
    const send = sender(server.address, guessers)
    const refusal = async (name: string): Promise<number> => {
      const headers = { Authorization: `Bearer ${name}.${randomBytes(32).toString('base64url')}` }
      const { status, body, milliseconds } = await send({ method: 'GET', path: '/v1/orders/', headers })
      if (status !== 401) throw new Error(`A wrong guess was answered with ${status} ${body.slice(0, 300)}`)
      return milliseconds
    }
    const unknown: number[] = []
    const wrong: number[] = []
    // As long as the name of the client that is known.
    const tryUnknown = async () => unknown.push(await refusal(`bench-${randomBytes(4).toString('hex').slice(0, 7)}`))
    const tryWrong = async () => wrong.push(await refusal(clientId))
    const guess = async (count: number) => {
      for (let pair = 0; pair < count; pair += 1) {
        const [first, second] = randomInt(2) === 0 ? [tryUnknown, tryWrong] : [tryWrong, tryUnknown]
        await first()
        await second()
      }
    }
    await Promise.all(Array.from({ length: guessers }, () => guess(warmUps)))
    unknown.length = 0
    wrong.length = 0
    process.stderr.write(`${database.name}: ${tries} guesses of each kind\n`)
    await Promise.all(Array.from({ length: guessers }, () => guess(tries / guessers)))
    return report(database, unknown, wrong)
  } finally {
    await server.stop()
  }
}

function report({ name }: BenchDatabase, unknown: number[], wrong: number[]): Section {
  const { z, bestShare, chanceShare } = compare(unknown, wrong)
  const isTold = Math.abs(z) > mostZ
  const figures = { unknown: median(unknown), wrong: median(wrong), z, bestShare, chanceShare }
  return {
    name: 'guesses',
    isOver: isTold,
    figures: { database: name, tries: unknown.length, ...figures },
    text: [
      `${name}: ${unknown.length} tries each of an unknown client and of a wrong secret, in turns`,
      `  median: unknown client ${figures.unknown.toFixed(3)} ms, wrong secret ${figures.wrong.toFixed(3)} ms, difference ` +
        `${(figures.unknown - figures.wrong).toFixed(3)} ms`,
      `  Mann–Whitney z = ${z.toFixed(2)} (|z| > ${mostZ} would tell them apart: ${isTold ? 'it does' : 'it does not'})`,
      `  the best threshold is right in ${percent(bestShare)} of the tries; with nothing to tell it would be up to ${percent(chanceShare)}`,
    ].join('\n'),
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
