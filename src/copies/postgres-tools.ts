/** Runs the programs of PostgreSQL that make and restore dumps; none of them outlives this process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { environmentWith } from '../config/config.ts'
import { OperatorError } from '../values/operator-error.ts'

const guard = fileURLToPath(new URL('guard.js', import.meta.url))

type Tool = 'pg_dump' | 'pg_restore'

/** An address for the arguments of a program, which every user of the machine may read, and its password for the environment. */
function withoutPassword(url: string): { address: string; environment: Record<string, string> } {
  const address = new URL(url)
  const { password } = address
  address.password = ''
  return { address: address.href, environment: password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) } }
}

// A program may report many faults, which are cut.
const saidCharacters = 1_000

/**
 * Runs a program to its end, and answers what it wrote.
 *
 * @param url the database that it connects to, if any.
 * @throws OperatorError when it is not there, or with what it said when it failed.
 */
export async function runTool(tool: Tool, args: readonly string[], url?: string): Promise<string> {
  const { address, environment } = url ? withoutPassword(url) : { address: undefined, environment: {} }
  const connecting = address ? ['--no-password', `--dbname=${address}`] : []
  const child = spawn(process.execPath, [guard, tool, ...connecting, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: environmentWith(environment),
  })
  const output = { out: '', said: '' }
  let fault: unknown
  child.on('message', (code) => {
    fault = code
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.said = `${output.said}${text}`.slice(0, saidCharacters)
  })
  const [code] = await once(child, 'close')
  if (fault !== undefined) throw new OperatorError(fault === 'ENOENT' ? missing(tool) : `${tool} cannot be run (${fault}).`)
  if (code !== 0) throw new ToolFailed(output.said.trim() || `${tool} ended with ${code}.`)
  return output.out
}

/** A program of PostgreSQL has failed; the message is what it said. */
export class ToolFailed extends OperatorError {}

const missing = (tool: Tool): string =>
  `There is no ${tool} on the PATH. Install PostgreSQL's client programs, of the version of the server or newer, or run it where they are: ` +
  'see "By PostgreSQL\'s own programs" in src/cli/backup.md.'
