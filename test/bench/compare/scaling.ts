/** The cost of more subscriptions: others' in the same database, and a store's own. */
import { median } from '../figures.ts'
import type { LoadRequest } from '../load-worker.ts'
import { startServer } from '../server.ts'
import { type Ready, ready } from './fixture.ts'
import { interleaved, type Loader, type Rounds } from './load.ts'
import { countPlan } from './plan.ts'
import { documents, listed } from './rows.ts'
import { checkSame } from './same.ts'
import { shared, single, stores, withDatabase } from './scaling-databases.ts'
import type { Held } from './table.ts'
import { graphql, type Subject } from './work.ts'

/** The names of its parts in `--only`. */
export const scalingNames = ['shared', 'little', 'single'] as const
type Name = (typeof scalingNames)[number]

type Options = Rounds & { loader: Loader; isWanted: (name: Name) => boolean }

type Pair = {
  name: Name
  /** The difference between the two. */
  between: string
  few: Ready
  many: Ready
  reads: readonly Read[]
  /** Times as long as with few, at most. */
  most: number
  /** Whether both answer the same. */
  isSame: boolean
}

const most = 1.3
/** Of what is to be as fast: rounds of the same work differ by as much. */
const mostAlike = 1.1

/** Runs what is wanted of it. */
export async function scaling(server: string, options: Options): Promise<Held[]> {
  const { isWanted } = options
  const held: Held[] = []
  const own = stores.own
  if (isWanted('shared') || isWanted('little'))
    await withDatabase(server, shared.many, async (many) => {
      if (isWanted('shared'))
        await withDatabase(server, shared.few, async (few) => {
          const pair = { few: await ready(few, own), many: await ready(many, own), reads: allReads, most, isSame: true }
          held.push(...(await compared({ name: 'shared', between: '10,000 and 1,000,000 in all', ...pair }, options)))
        })
      if (isWanted('little'))
        await withDatabase(server, shared.alone, async (alone) => {
          const pair = {
            few: await ready(alone, stores.little),
            many: await ready(many, stores.little),
            most: mostAlike,
            isSame: true,
          }
          held.push(
            ...(await compared(
              { name: 'little', between: 'a store of 50 alone and among a million', reads: allReads, ...pair },
              options,
            )),
          )
        })
    })
  if (isWanted('single'))
    await withDatabase(server, single.large, (large) =>
      withDatabase(server, single.small, async (small) => {
        const pair = { few: await ready(small), many: await ready(large), most, isSame: false }
        const reads = ['first page', 'cursor page', 'by id'] as const
        held.push(...(await compared({ name: 'single', between: '10,000 and 1,000,000 of one store', reads, ...pair }, options)))
        held.push(await indexOnly(await ready(large)))
      }),
    )
  return held
}

const allReads = ['first page', 'cursor page', 'by id', 'metadata filter', 'count'] as const
type Read = (typeof allReads)[number]

const count = [graphql('{ subscriptions { totalCount } }')]

async function requestsOf(read: Read, ask: (request: LoadRequest) => Promise<unknown>, { ids }: Subject): Promise<LoadRequest[]> {
  switch (read) {
    case 'first page':
      return [graphql(documents.list)]
    case 'by id':
      return ids.map((id) => graphql(documents.one, { id }))
    case 'metadata filter':
      return [
        graphql(`{ subscriptions(first: 50, filter: { metadata: [{ key: "plan", eq: "gold" }] }) { nodes { ${listed} } } }`),
      ]
    case 'count':
      return count
    case 'cursor page': {
      const middle = ids[Math.floor(ids.length / 2)]
      const found = await ask(
        graphql('query At($id: ID!) { subscriptions(first: 1, filter: { id: { eq: $id } }) { pageInfo { endCursor } } }', {
          id: middle,
        }),
      )
      const { data } = found as { data: { subscriptions: { pageInfo: { endCursor: string } } } }
      const after = data.subscriptions.pageInfo.endCursor
      return [
        graphql(`query After($after: String) { subscriptions(first: 50, after: $after) { nodes { ${listed} } } }`, { after }),
      ]
    }
  }
}

async function compared(pair: Pair, options: Options): Promise<Held[]> {
  const { name, between, few, many, reads, most } = pair
  const found = reads.map((read): Found => ({ read, few: [], many: [] }))
  for (let start = 1; start <= options.starts; start += 1) {
    process.stderr.write(`Start ${start} of ${options.starts}\n`)
    await withProducts([few, many], async (addresses) => {
      for (const each of found) {
        process.stderr.write(`${between}: ${each.read}\n`)
        await measureRead(pair, each, addresses, options).catch((error) => {
          each.fault = String(error)
        })
      }
    })
  }
  return found.map((each) => ({ name, work: `${between}: ${each.read}`, wanted: `at most ${most}x`, ...heldOf(each, most) }))
}

/** The measurements of a read: the p50 of each round, in milliseconds. */
type Found = { read: Read; few: number[]; many: number[]; fault?: string }

function heldOf({ few, many, fault }: Found, most: number): Pick<Held, 'figures' | 'isOk'> {
  if (fault !== undefined) return { figures: fault, isOk: false }
  const [a, b] = [median(few), median(many)]
  return { figures: `p50 ${a.toFixed(2)} and ${b.toFixed(2)} ms: ${(b / a).toFixed(2)}x`, isOk: b / a <= most }
}

async function measureRead({ few, many, isSame }: Pair, found: Found, addresses: string[], options: Options): Promise<void> {
  const asked = await Promise.all(
    [few, many].map(async ({ headers, subject }, index) => {
      const address = addresses[index] ?? ''
      return { address, headers, requests: await requestsOf(found.read, asker(address, headers), subject) }
    }),
  )
  if (isSame) await checkSame(asked.map((each, index) => ({ name: index === 0 ? 'few' : 'many', asked: each, loosely: false })))
  const [ofFew = [], ofMany = []] = await interleaved(options.loader, asked, options)
  found.few.push(...ofFew.map(({ p50 }) => p50))
  found.many.push(...ofMany.map(({ p50 }) => p50))
}

const asker =
  (address: string, headers: Record<string, string>) =>
  async ({ path, body }: LoadRequest): Promise<unknown> => {
    const type = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers: { ...headers, ...type }, body: body ?? null })
    return answer.json()
  }

/** How the count of a million is read. */
async function indexOnly(at: Ready): Promise<Held> {
  let nodes: string[] = []
  await withProducts([at], async ([address = '']) => {
    const [request] = count
    if (request) await asker(address, at.headers)(request)
    nodes = await countPlan(at.database.environment.DATABASE_URL ?? '', 'subscription').catch((error) => [String(error)])
  })
  return {
    name: 'single',
    work: 'count of 1,000,000 of one store',
    figures: nodes.join(', ') || 'no node that reads subscriptions',
    wanted: 'Index Only Scan',
    isOk: nodes.length > 0 && nodes.every((node) => node.startsWith('Index Only Scan')),
  }
}

/** Runs work with a product over each database. */
async function withProducts<T>(over: Ready[], work: (addresses: string[]) => Promise<T>): Promise<T> {
  const started = []
  try {
    for (const { database } of over) started.push(await startServer(database.environment))
    return await work(started.map(({ address }) => address))
  } finally {
    for (const server of started) await server.stop()
  }
}
