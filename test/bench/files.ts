/** `npm run bench -- files`: how many files of `src` a list request executes when the same request was answered before. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchDatabase } from './database.ts'
import { aligned } from './figures.ts'
import { rehearse } from './rehearsal.ts'
import type { Section } from './report.ts'
import { type Message, sender } from './send.ts'
import { startServer } from './server.ts'

/** A maintainer who follows a request reads so many files at most. */
const mostFiles = 38

/** Background work of the server is counted where it falls into the moment of a request; the fewest files of several requests count. */
const tries = 5

const query = `query ($first: Int, $filter: SubscriptionFilter) {
  subscriptions(first: $first, filter: $filter) { totalCount nodes { id status endDate customer { id email } } }
}`

const lists: Record<string, Message> = {
  GraphQL: {
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query, variables: { first: 50, filter: { status: { eq: 'active' } } } }),
    headers: { 'Content-Type': 'application/json' },
  },
  REST: { method: 'GET', path: '/v1/subscriptions/?limit=50&status=active', headers: {} },
}

export async function files(database: BenchDatabase): Promise<Section> {
  const { headers } = await rehearse(database, [], async () => {})
  const server = await startServer(database.environment, {
    settings: { RATE_LIMIT: 'on', WORKER: 'off' },
    preload: ['./test/bench/executed-files.ts'],
  })
  try {
    const send = sender(server.address, 1)
    const found: Record<string, string[]> = {}
    for (const [surface, message] of Object.entries(lists)) {
      const ask = async () => {
        const { status, body } = await send({ ...message, headers: { ...headers, ...message.headers } })
        if (status !== 200) throw new Error(`${surface}: ${status} ${body.slice(0, 300)}`)
      }
      await ask()
      for (let count = 0; count < tries; count += 1) {
        await sleep(100)
        await server.ask('before')
        await ask()
        const executed = (await server.ask('after')) as string[]
        if (!found[surface] || executed.length < found[surface].length) found[surface] = executed
      }
    }
    return report(database, found)
  } finally {
    await server.stop()
  }
}

function report({ name }: BenchDatabase, found: Record<string, string[]>): Section {
  const counts = Object.entries(found).map(([surface, { length }]) => ({ surface, files: length }))
  const names = Object.entries(found).map(([surface, executed]) => `${surface}: ${executed.join(' ')}`)
  return {
    name: 'files',
    figures: { database: name, found },
    isOver: counts.some(({ files }) => files > mostFiles),
    text: [
      `${name}: files with an executed function in a second, identical list request (at most ${mostFiles})`,
      ...aligned([['surface', 'files'], ...counts.map(({ surface, files }) => [surface, String(files)])], 1),
      ...names,
    ].join('\n'),
  }
}
