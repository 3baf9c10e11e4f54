/**
 * Runs a program of ours on the runtime the packages bring, whatever Node it is called with, and ends it with whoever
 * called it: `node src/launch.js [--with-parent] <program> …`. Plain JavaScript, which every Node reads.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const wantedMajor = 24
const parentMilliseconds = 250
// Of V8, which now and then crashes in the first seconds of WebAssembly: nodejs/node#64500.
const crashes = ['SIGSEGV', 'SIGILL', 'SIGTRAP', 'SIGABRT']
const withoutRuntime =
  `Tandem runs on Node ${wantedMajor} or newer, and this is ${process.version}. ` +
  `Its packages bring one along: run "npm ci" without --omit=optional, or install Node ${wantedMajor}.`

const root = fileURLToPath(new URL('..', import.meta.url))
const given = process.argv.slice(2)
const isWithParent = given[0] === '--with-parent'
const [program = '', ...rest] = isWithParent ? given.slice(1) : given

if (!existsSync(join(root, 'node_modules'))) giveUp(`Nothing is installed in ${root} yet. Run there: npm ci`)
if (Number.parseInt(process.versions.node, 10) >= wantedMajor) await runHere()
else runOn(packagedRuntime())

/** In this very process: nobody stands between it and whoever asks it to end. */
async function runHere() {
  process.argv = [process.argv[0], join(root, program), ...rest]
  if (process.channel) endWhen((end) => process.once('disconnect', end))
  else if (isWithParent) endWhen(whenParentEnds)
  process.channel?.unref()
  // Without this graphql-js checks every type by name too, to detect another copy of itself.
  process.env.NODE_ENV ??= 'production'
  // Halves the time a command takes to start. Without a writable cache it has no effect.
  module.enableCompileCache(join(root, 'node_modules/.cache/tandem'))
  await import(pathToFileURL(join(root, program)).href)
}

/** npm hands SIGTERM to its shell, which ends without telling what it runs. */
function whenParentEnds(end) {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    end()
  }, parentMilliseconds)
  look.unref()
}

/** Ends the program as SIGTERM would, unless it was asked to end already: of two signals the second ends it at once. */
function endWhen(listen) {
  let isAsked = false
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.once(signal, () => {
      isAsked = true
      // As without this listener, for as long as the program has none of its own.
      if (process.listenerCount(signal) === 0) process.exit(128 + constants.signals[signal])
    })
  }
  listen(() => {
    if (!isAsked) process.kill(process.pid, 'SIGTERM')
  })
}

/** In a child process, which ends when the channel to it does: on SIGTERM, or when this process is gone. */
function runOn(runtime) {
  let child = spawnOn(runtime)
  let isEnding = false
  let mayCrash = program === 'src/server.ts'
  const end = () => {
    isEnding = true
    if (child.connected) child.disconnect()
  }
  process.on('SIGTERM', end)
  // The terminal tells the child too.
  process.on('SIGINT', () => {
    isEnding = true
  })
  if (isWithParent) whenParentEnds(end)
  const follow = () => {
    child.on('error', () => giveUp(withoutRuntime))
    child.on('message', (message) => {
      if (message === 'listening') mayCrash = false
    })
    child.on('exit', (code, signal) => {
      if (!mayCrash || isEnding || !crashes.includes(signal)) process.exit(code ?? 128 + constants.signals[signal])
      mayCrash = false
      process.stderr.write(`Node crashed (${signal}) before the server listened, which is started once more.\n`)
      child = spawnOn(runtime)
      follow()
    })
  }
  follow()
}

function spawnOn(runtime) {
  const options = [...process.execArgv, fileURLToPath(import.meta.url), program, ...rest]
  return spawn(runtime, options, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}

/** The path of the runtime among the packages; npm 10 installs it without a link in `node_modules/.bin`. */
function packagedRuntime() {
  const { resolve } = createRequire(import.meta.url)
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  for (const name of [`node-${platform}`, `node-bin-${platform}`]) {
    try {
      const description = resolve(`${name}/package.json`)
      const path = join(dirname(description), JSON.parse(readFileSync(description, 'utf8')).bin.node)
      if (existsSync(path)) return path
    } catch {
      // Not among the packages.
    }
  }
  return giveUp(withoutRuntime)
}

function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
