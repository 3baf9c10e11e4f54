/** A command runs on the Node that the packages bring, whichever it is called with, or says in one line what is missing. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..', '..')
const directory = mkdtempSync(join(tmpdir(), 'tandem-launch-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** The Node that npm itself runs on: the machine's own, which may be an old one. */
const ownNode = process.env.npm_node_execpath ?? process.execPath
const asNode20 =
  'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })'

function run(command: string, args: string[], cwd = root, more: Record<string, string> = {}) {
  // npx remembers in its cache where commands were.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_cache: join(directory, 'npm'), ...more }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: 60_000 })
  return { code: status, out: stdout.trim(), err: stderr.trim() }
}

/** The sources of ours that a command loads; it is preloaded as a module, which is no file. */
const listing = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks?.({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  process.on('exit', () => console.error(JSON.stringify(loaded.filter((url) => !url.startsWith('node:')))))
`)}`

describe('Help', () => {
  const node = join(root, 'node_modules/.bin/node')
  const loadedBy = (args: string[]) => {
    const { code, out, err } = run(node, ['--import', listing, 'src/launch.js', 'src/cli/tandem.ts', ...args, '--help'])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Usage: tandem/) })
    return JSON.parse(err.split('\n').at(-1) ?? '') as string[]
  }

  it('`tandem --help` imports no command', () => {
    const loaded = loadedBy([])
    expect(loaded.filter((url) => /src\/(?!launch|cli\/(?:tandem|program|command)\.)/.test(url))).toEqual([])
    expect(loaded.length).toBeGreaterThan(4)
  })

  // These load the most of all.
  it.each(['explain', 'work', 'seed'])('of %s opens no database, and loads neither an embedded one nor the schema', (name) => {
    const loaded = loadedBy([name])
    expect(loaded.filter((url) => /cli\/\w/.test(url)).length).toBeGreaterThan(2)
    expect(loaded.filter((url) => /@electric-sql|db\/embedded\/(?:open|database)\.ts|resources\/schema\.ts/.test(url))).toEqual(
      [],
    )
  })
})

/** A launcher takes itself for an old Node; the first servers that it starts crash as V8 does, so many of them. */
const crashing = (file: string, times: number) =>
  `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync, readFileSync } from 'node:fs'
  if (!process.channel) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })
  else {
    appendFileSync('${file}', '.')
    if (readFileSync('${file}', 'utf8').length <= ${times}) process.kill(process.pid, 'SIGSEGV')
  }
`)}`

describe('A server whose Node crashes before it listens', () => {
  const once = 'Node crashed (SIGSEGV) before the server listened, which is started once more.'
  const start = (name: string, times: number, program = 'src/server.ts') => {
    const file = join(directory, name)
    // Its wrong setting ends the server by itself.
    const { code, err } = run(
      process.execPath,
      ['--import', crashing(file, times), 'src/launch.js', program, '--version'],
      root,
      {
        PORT: 'none',
      },
    )
    return { code, err, starts: readFileSync(file, 'utf8').length }
  }

  it('is started once more, and the log says so', () => {
    const { code, err, starts } = start('once', 1)
    expect({ code, starts }).toEqual({ code: 1, starts: 2 })
    expect(err).toBe(`${once}\nBad setting PORT=none: must be a port number`)
  })

  it('launch restarts a crashed server once', () => {
    expect(start('twice', 2)).toEqual({ code: 139, err: once, starts: 2 })
  })

  it('but a command is not: it may have done its work', () => {
    expect(start('command', 1, 'src/cli/tandem.ts')).toEqual({ code: 139, err: '', starts: 1 })
  })
})

describe('The Node that the packages bring', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  // Versions before have published faults: https://nodejs.org/en/blog/vulnerability
  const oldest: Record<string, number> = { '24': 18, '26': 10 }

  it.each(Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-')))(
    '%s %s has no known fault',
    (_name, version) => {
      const [major = '', minor] = version.split('.')
      expect(Number(minor)).toBeGreaterThanOrEqual(oldest[major] ?? Number.POSITIVE_INFINITY)
    },
  )

  it('is there for each system and processor that is named', () => {
    const systems = Object.keys(optionalDependencies).flatMap((name) => /^node-(?:bin-)?(\w+-\w+)$/.exec(name)?.[1] ?? [])
    expect(systems.sort()).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win-x64'])
  })
})

describe('A command', () => {
  it("runs on the machine's own Node, from any directory by its full path", () => {
    expect(run(ownNode, [join(root, 'src/cli/tandem.js'), '--version'], directory)).toEqual({ code: 0, out: version, err: '' })
  })

  it('hands on what it is told, and how it ended', () => {
    const { code, err } = run(ownNode, [
      'src/launch.js',
      'src/cli/tandem.ts',
      'customer-token',
      '--store',
      '1',
      '--customer',
      'none',
    ])
    expect({ code, err }).toEqual({ code: 1, err: '--customer must be a whole number from 1 to 9007199254740991, not none.' })
  })

  it('is `npx tandem` in the project, and asks no registry for it', () => {
    const { code, out } = run('npx', ['--offline', '--no', '--', 'tandem', '--version'])
    expect({ code, out }).toEqual({ code: 0, out: version })
  })

  it('says what to install when there is nothing to run on', () => {
    mkdirSync(join(directory, 'src'))
    const launch = join(directory, 'src/launch.js')
    copyFileSync(join(root, 'src/launch.js'), launch)
    copyFileSync(join(root, 'package.json'), join(directory, 'package.json'))
    expect(run(process.execPath, [launch, 'src/server.ts'])).toEqual({
      code: 1,
      out: '',
      err: `Nothing is installed in ${directory}/ yet. Run there: npm ci`,
    })
    mkdirSync(join(directory, 'node_modules'))
    expect(run(process.execPath, ['--import', asNode20, launch, 'src/server.ts'])).toEqual({
      code: 1,
      out: '',
      err:
        `Tandem runs on Node 24 or newer, and this is ${process.version}. ` +
        'Its packages bring one along: run "npm ci" without --omit=optional, or install Node 24.',
    })
  })
})
