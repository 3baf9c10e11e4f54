/** `npm run bench -- files`: the files of `src` that a warm read executes, and how many functions it calls in them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchDatabase } from './database.ts'
import type { Calls } from './executed-files.ts'
import { aligned } from './figures.ts'
import { rehearse } from './rehearsal.ts'
import type { Section } from './report.ts'
import { type Message, sender } from './send.ts'
import { startServer } from './server.ts'

/**
 * Background work that coincides with a request is counted with it, so each file has the fewest calls of several requests. On a busy machine
 * each takes long enough to coincide with some: a read that is over its bounds is tried more often.
 */
const tries = { least: 15, most: 60 }

const json = { 'Content-Type': 'application/json' }

const listQuery = `query ($first: Int, $filter: SubscriptionFilter) {
  subscriptions(first: $first, filter: $filter) { totalCount nodes { id status endDate customer { id email } } }
}`

const oneQuery = 'query ($id: ID!) { subscription(id: $id) { id status endDate customer { id email } } }'

const graphql = (query: string, variables: object): Message => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
  headers: json,
})

/** A read that is made twice with other values: the files and calls of the second are counted, and may be no more than these. */
type Read = { name: string; messages: readonly [Message, Message]; most: { files: number; calls: number } }

const readsOf = (ids: readonly string[]): Read[] => [
  {
    name: 'GraphQL list',
    messages: [listOf('active'), listOf('cancelled')],
    most: { files: 80, calls: 515 },
  },
  {
    name: 'REST list',
    messages: [restListOf('active'), restListOf('cancelled')],
    most: { files: 86, calls: 660 },
  },
  {
    name: 'GraphQL by id',
    messages: [oneOf(ids[0]), oneOf(ids[1])],
    most: { files: 82, calls: 480 },
  },
]

const listOf = (status: string) => graphql(listQuery, { first: 50, filter: { status: { eq: status } } })
const restListOf = (status: string): Message => ({
  method: 'GET',
  path: `/v1/subscriptions/?limit=50&status=${status}`,
  headers: {},
})
const oneOf = (id: string | undefined) => graphql(oneQuery, { id })

type Found = { read: Read; calls: Calls }

export async function files(database: BenchDatabase): Promise<Section> {
  const { headers, sample } = await rehearse(database, [], async () => {})
  const server = await startServer(database.environment, {
    settings: { RATE_LIMIT: 'on', WORKER: 'off' },
    preload: ['./test/bench/executed-files.ts'],
  })
  try {
    const send = sender(server.address, 1)
    const ask = async (message: Message) => {
      const { status, body } = await send({ ...message, headers: { ...headers, ...message.headers } })
      if (status !== 200 || body.includes('"errors"')) throw new Error(`${message.path}: ${status} ${body.slice(0, 300)}`)
    }
    const found: Found[] = []
    for (const read of readsOf(sample.subscriptionIds.map(String))) found.push({ read, calls: await fewestCalls(read) })
    return report(database, found)

    async function fewestCalls({ messages: [first, second], most }: Read): Promise<Calls> {
      let fewest: Calls = {}
      for (let count = 0; count < tries.least || (count < tries.most && isOver(most, fewest)); count += 1) {
        await ask(first)
        await sleep(100)
        await server.ask('before')
        await ask(second)
        const calls = (await server.ask('after')) as Calls
        fewest = count > 0 ? fewestOfEach(fewest, calls) : calls
      }
      return fewest
    }
  } finally {
    await server.stop()
  }
}

/** Files that both requests execute, with the fewer calls of the two. */
function fewestOfEach(one: Calls, other: Calls): Calls {
  const fewest = Object.entries(one).map(([file, count]) => [file, Math.min(count, other[file] ?? 0)] as const)
  return Object.fromEntries(fewest.filter(([, count]) => count > 0))
}

const listed = (calls: Calls): string =>
  Object.entries(calls)
    .map(([file, count]) => `${file} ${count}`)
    .sort()
    .join(', ')

const sizeOf = (calls: Calls) => ({
  files: Object.keys(calls).length,
  calls: Object.values(calls).reduce((sum, count) => sum + count, 0),
})

function isOver(most: Read['most'], executed: Calls): boolean {
  const { files, calls } = sizeOf(executed)
  return files > most.files || calls > most.calls
}

function report({ name }: BenchDatabase, found: Found[]): Section {
  const figures = found.map(({ read, calls }) => ({
    name: read.name,
    ...sizeOf(calls),
    most: read.most,
    executed: calls,
  }))
  const rows = figures.map(({ name, files, calls, most }) => [name, `${files} of ${most.files}`, `${calls} of ${most.calls}`])
  return {
    name: 'files',
    figures: { database: name, found: figures },
    isOver: found.some(({ read, calls }) => isOver(read.most, calls)),
    text: [
      `${name}: files of src that a warm read with other values executes, and calls of their functions, each at most`,
      ...aligned([['read', 'files', 'calls'], ...rows], 1),
      ...found
        .filter(({ read, calls }) => isOver(read.most, calls))
        .map(({ read, calls }) => `${read.name} calls ${listed(calls)}`),
    ].join('\n'),
  }
}
