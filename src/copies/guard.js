/**
 * Runs a program and ends it with the process that asked for it, however that one ends: `node guard.js <program> …`, with a channel.
 * A program of its own, since a process that is killed can end nothing any more.
 */
import { spawn } from 'node:child_process'

const killMilliseconds = 5_000

const [program = '', ...rest] = process.argv.slice(2)
const child = spawn(program, rest, { stdio: 'inherit' })

process.on('disconnect', () => {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), killMilliseconds).unref()
})
// A terminal sends them to the program too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', ({ code }) => process.send?.(code, () => process.exit(1)))
child.on('exit', (code) => process.exit(code ?? 1))
