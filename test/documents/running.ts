/** The server that all examples are run against, the one shell that runs them, and the operator's commands over its database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runCommand } from '../support/command.ts'
import { root } from './pages.ts'

/** Where documents say that the server listens, and where they keep their files. */
const documentedPort = '4000'
const documentedFiles = '/tmp/'

/** On a machine that is busy with everything else. */
const mostMilliseconds = 50_000

export type Server = {
  /** Its start screen. */
  screen: string
  dataDir: string
  /** A documented command, with the port and the files of this run. */
  toHere(text: string): string
  /** The answers of this run, with those of the documents. */
  toDocument(text: string): string
  end(): Promise<void>
  remove(): void
}

/** Starts the server as `npm start` does, over a new demo store of today. */
export async function startServer(): Promise<Server> {
  const directory = mkdtempSync(join(tmpdir(), 'tandem-documents-'))
  const dataDir = join(directory, 'data')
  const node = resolve(root, 'node_modules/.bin/node')
  // A better compilation of the embedded database costs more than these few requests gain by it.
  const options = ['--disable-warning=ExperimentalWarning', '--liftoff-only', 'src/launch.js', '--with-parent', 'src/server.ts']
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
  const child = spawn(node, options, { cwd: root, env })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  // Its last line is the last of three commands.
  await until(() => child.exitCode !== null || /\/shipments\/\s*$/.test(output.text), 'start of the server')
  if (child.exitCode !== null) throw new Error(output.text)
  const [, port = ''] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output.text) ?? []
  const hosts = /(?<=\b(?:127\.0\.0\.1|localhost):)/.source
  const files = `${directory}/`
  return {
    screen: output.text,
    dataDir,
    toHere: (text) => text.replace(new RegExp(`${hosts}${documentedPort}\\b`, 'g'), port).replaceAll(documentedFiles, files),
    toDocument: (text) => text.replace(new RegExp(`${hosts}${port}\\b`, 'g'), documentedPort).replaceAll(files, documentedFiles),
    end: () => endOf(child, 'SIGTERM'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const from = performance.now(); !isSo(); await new Promise((tick) => setTimeout(tick, 5))) {
    if (performance.now() - from > mostMilliseconds) throw new Error(`No ${what} within ${mostMilliseconds / 1000} s`)
  }
}

async function endOf(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export type Shell = { run(commands: string): Promise<{ code: number; output: string }>; end(): Promise<void> }

/** A shell that keeps its variables from one block to the next. */
export function startShell(): Shell {
  const child = spawn('bash', ['--norc'], { cwd: root, env: { PATH: process.env.PATH, HOME: tmpdir() } })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  // Behind a line of its own: few answers end with one.
  const mark = '-- ended with '
  const end = new RegExp(`\\n${mark}(\\d+)\\n$`)
  return {
    async run(commands) {
      output.text = ''
      child.stdin.write(`${commands}\nprintf '\\n${mark}%s\\n' $?\n`)
      await until(() => end.test(output.text), `end of: ${commands}`)
      const [whole = '', code] = end.exec(output.text) ?? []
      return { code: Number(code), output: output.text.slice(0, output.text.length - whole.length) }
    },
    end: () => endOf(child, 'SIGKILL'),
  }
}

/** A block of the terminal: commands behind `$`, each with its output. */
export const exchangesOf = (text: string): { command: string; printed: string }[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...lines] = part.split('\n')
      return { command, printed: lines.join('\n').trim() }
    })

/** Runs an operator's command over the server's database, in this process; answers what it wrote on either stream. */
export async function operate(dataDir: string, command: string): Promise<string> {
  const [program, ...args] = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  if (program !== 'tandem') throw new Error(`${command} is no command of tandem`)
  return (await runCommand({ DATA_DIR: dataDir }, args)).text
}
