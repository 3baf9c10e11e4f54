/** The operator's commands, run in this process: one of its own takes a second longer, which it needs to load its modules. */
import { vi } from 'vitest'
import { run } from '../../src/cli/program.ts'

/** The settings that name a database. */
export type DatabaseSettings = { DATABASE_URL?: string | undefined; DATA_DIR?: string | undefined }

/** The output of a command, also of both streams together, and the code that its process would exit with. */
export type Outcome = { code: 0 | 1; out: string; err: string; text: string }

/** Runs `tandem …` over a database. One command at a time: until it ends, what this process writes is the command's. */
export async function runCommand({ DATABASE_URL, DATA_DIR }: DatabaseSettings, args: string[]): Promise<Outcome> {
  const written = { out: '', err: '', text: '' }
  const into = (name: 'out' | 'err') => (chunk: string | Uint8Array) => {
    written[name] += chunk
    written.text += chunk
    return true
  }
  vi.stubEnv('DATABASE_URL', DATABASE_URL)
  vi.stubEnv('DATA_DIR', DATA_DIR)
  vi.spyOn(process.stdout, 'write').mockImplementation(into('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(into('err'))
  try {
    const code = await run(args)
    return { code, out: written.out.trim(), err: written.err.trim(), text: written.text }
  } finally {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    process.exitCode = undefined
  }
}
