/** The server that is measured: the real one, in a process of its own, started as `npm start` does it. */
import { startOptions } from '../support/start-options.ts'
import { root } from './database.ts'
import { type Server, startProgram } from './process.ts'

type ServerOptions = {
  /** Folder for a CPU profile of it. */
  profile?: string | undefined
  /** Settings beside those of the database; without them budgets are off. */
  settings?: Record<string, string>
  /** Modules that it loads first. */
  preload?: string[]
  /** Whether it can be told to collect its garbage. */
  collects?: boolean
}

/** Starts the server over a database and waits until it is ready. */
export function startServer(
  database: Record<string, string>,
  { profile, settings, preload = [], collects = false }: ServerOptions = {},
): Promise<Server> {
  const profiling = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : []
  const collecting = collects ? ['--import', './test/bench/collector.ts'] : []
  const imports = preload.flatMap((module) => ['--import', module])
  return startProgram({
    args: [...startOptions, ...profiling, ...collecting, ...imports, 'src/launch.js', 'src/server.ts'],
    cwd: root,
    environment: { ...database, LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...settings },
    readyPath: '/readyz',
  })
}
