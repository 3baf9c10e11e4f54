/** Makes the embedded database of a first start with its demo store, in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isHalfRestored } from '../db/embedded/half-restored.ts'
import { OperatorError } from '../values/operator-error.ts'

// Many times its usual duration; a process that hangs must not block the start for ever.
const makingMilliseconds = 120_000

// Of V8, which now and then crashes in the first seconds of WebAssembly: nodejs/node#64500. Must match launch.js.
const crashes = ['SIGSEGV', 'SIGILL', 'SIGTRAP', 'SIGABRT']

const launcher = fileURLToPath(new URL('../launch.js', import.meta.url))

/**
 * Makes the database and the demo store when there is no database yet. Making them takes memory that a process which then
 * serves for months would never give back.
 *
 * @param dataDir a directory that can be written.
 * @throws OperatorError with the error output of that process when it failed.
 */
export async function makeNewStore(dataDir: string): Promise<void> {
  const isMade = () => existsSync(join(dataDir, 'postgres'))
  // The one that opens it says so.
  if (isMade() || isHalfRestored(dataDir)) return
  process.stdout.write('Making the demo store …\n')
  let made = await make()
  if (crashes.includes(made.signal ?? '') && !isMade()) {
    process.stderr.write(`Node crashed (${made.signal}) while it made the demo store, which is tried once more.\n`)
    made = await make()
  }
  // A database that is whole gets its store when it is opened.
  if (made.status !== 0 && !(made.signal && isMade())) throw new OperatorError(made.said || 'The demo store could not be made.')
}

type EndOfMaking = { status: number | null; signal: string | null; said: string }

async function make(): Promise<EndOfMaking> {
  // Optimizing WebAssembly takes longer than it saves in such a short life. The channel closes when this process ends, even
  // by SIGKILL; the launcher then ends the child, which holds the directory.
  const child = spawn(process.execPath, [...process.execArgv, '--liftoff-only', launcher, 'src/cli/tandem.ts', 'seed'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: makingMilliseconds,
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [status, signal] = await once(child, 'close')
  return { status, signal, said: said.trim() }
}
