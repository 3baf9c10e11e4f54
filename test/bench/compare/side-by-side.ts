/** Raw, PostGraphile and the product side by side over one database: rows of requests a second. */
import { join } from 'node:path'
import { startOptions } from '../../support/start-options.ts'
import { onCopy } from '../copy.ts'
import { embeddedDatabase, root } from '../database.ts'
import { type Server, startProgram } from '../process.ts'
import { startServer } from '../server.ts'
import { comparedDatabase, type Ready, ready } from './fixture.ts'
import { type Asked, interleaved, type Loader, type Rounds, warmUp } from './load.ts'
import { type Peer, startPostGraphile } from './postgraphile.ts'
import { embeddedRows, rowsOf } from './rows.ts'
import { checkSame } from './same.ts'
import type { Contender, Measured, Row } from './work.ts'

type Options = Rounds & { isWanted: (row: Row) => boolean; loader: Loader; onRow: (row: Row) => void }

const startRaw = (environment: Record<string, string>): Promise<Server> =>
  startProgram({
    args: [...startOptions, join('test', 'bench', 'compare', 'raw', 'server.ts')],
    cwd: root,
    environment,
    readyPath: '/',
  })

const noPeer: Peer = { one: () => 'none' }

/** The rows over PostgreSQL. */
export async function overPostgres(server: string, options: Options): Promise<Measured[]> {
  const at = await comparedDatabase(server)
  // PostGraphile is started, and installed, only when it is asked something.
  const isPeerWanted = rowsOf(at.subject, noPeer).some((row) => row.asked.postgraphile && options.isWanted(row))
  const { environment } = at.database
  return inStarts(options.starts, () =>
    withServers(async (started) => {
      const peer = isPeerWanted ? await startPostGraphile(environment.DATABASE_URL ?? '') : noPeer
      const postgraphile = peer.server && (await started(Promise.resolve(peer.server)))
      const [raw, tandem] = [await started(startRaw(environment)), await started(startServer(environment))]
      return measure(at, { raw, tandem, ...(postgraphile && { postgraphile }) }, rowsOf(at.subject, peer), options)
    }),
  )
}

/** The rows over the embedded database, 5,000 subscriptions; raw has a copy of it, since only one may open it. */
export async function overEmbedded(options: Options): Promise<Measured[]> {
  const database = embeddedDatabase(5)
  const at = await ready(database)
  return onCopy(
    database,
    ({ environment }) =>
      inStarts(options.starts, () =>
        withServers(async (started) => {
          const raw = await started(startRaw({ DATABASE_URL: '', DATA_DIR: join(environment.DATA_DIR ?? '', 'postgres') }))
          const tandem = await started(startServer(database.environment))
          return measure(at, { raw, tandem }, embeddedRows(at.subject), options)
        }),
      ),
    'raw',
  )
}

/** Measures the same rows with servers that are started anew each time. */
async function inStarts(starts: number, measureAll: () => Promise<Measured[]>): Promise<Measured[]> {
  let all: Measured[] = []
  for (let start = 1; start <= starts; start += 1) {
    process.stderr.write(`Start ${start} of ${starts}\n`)
    const measured = await measureAll()
    all = measured.map((each, at) => ({ ...all[at], ...each, starts: [...(all[at]?.starts ?? []), ...each.starts] }))
  }
  return all
}

/** Runs work with servers that are stopped after it, however it ends. */
async function withServers<T>(work: (started: (server: Promise<Server>) => Promise<Server>) => Promise<T>): Promise<T> {
  const running: Server[] = []
  try {
    return await work(async (server) => {
      running.push(await server)
      return server
    })
  } finally {
    for (const server of running) await server.stop()
  }
}

async function measure(
  at: Ready,
  servers: Partial<Record<Contender, Server>>,
  rows: Row[],
  { isWanted, loader, onRow, ...rounds }: Options,
): Promise<Measured[]> {
  const measured: Measured[] = []
  const wanted = rows.filter(isWanted)
  if (wanted.length > 0)
    await warmUp(
      loader,
      contendersIn(at, servers, wanted).map(({ asked }) => asked),
      rounds.connections,
    )
  for (const row of wanted) {
    onRow(row)
    // One that fails costs no other its figures.
    const fault = (error: unknown): Measured => ({ row, starts: [], fault: String(error) })
    measured.push(await measureRow(row, contendersIn(at, servers, [row]), loader, rounds).catch(fault))
  }
  return measured
}

type Asking = { name: Contender; asked: Asked; loosely: boolean }

/** The contenders of some rows, and their requests. */
function contendersIn({ headers }: Ready, servers: Partial<Record<Contender, Server>>, rows: readonly Row[]): Asking[] {
  return (['tandem', 'raw', 'postgraphile'] as const).flatMap((name) => {
    const requests = rows.flatMap(({ asked }) => asked[name] ?? [])
    const server = servers[name]
    if (!server || requests.length === 0) return []
    const asked = { address: server.address, headers: name === 'tandem' ? headers : {}, requests }
    return [{ name, asked, loosely: name === 'postgraphile' }]
  })
}

async function measureRow(row: Row, contenders: readonly Asking[], loader: Loader, rounds: Rounds): Promise<Measured> {
  await checkSame([...contenders])
  const all = contenders.map(({ asked }) => asked)
  const figures = await interleaved(loader, all, rounds)
  return { row, starts: [Object.fromEntries(contenders.map(({ name }, index) => [name, figures[index]]))] }
}
