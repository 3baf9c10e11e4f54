/** The packages that a server installs: each has its reason, a licence that may be used, a hash, and no script of its own. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pages, root } from './documents/pages.ts'

type Lock = Record<
  string,
  {
    name?: string
    version: string
    engines?: { node?: string }
    hasInstallScript?: boolean
    integrity?: string
    resolved?: string
  }
>
type Component = { name: string; version: string; scope: 'required' | 'optional'; purl: string }

const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const { dependencies, optionalDependencies, devDependencies, overrides } = JSON.parse(read('package.json')) as Record<
  string,
  Record<string, string>
>
const lock = (JSON.parse(read('package-lock.json')) as { packages: Lock }).packages
const page = pages.find(({ path }) => path === 'src/deploy/packages.md')?.text ?? ''
const { components } = JSON.parse(
  execFileSync(resolve(root, '.ci/sbom'), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
) as {
  components: Component[]
}

/** Packages that a server may install, by their places in `node_modules`: the bill of materials names packages as they call themselves. */
const installed = Object.entries(lock).filter(([place, { name, version }]) => {
  const own = place.split('node_modules/').at(-1)
  return components.some((each) => each.version === version && (each.name === own || each.purl.includes(name ?? '\n')))
})

type Version = [major: number, minor: number, patch: number]

/** Whether a version is in a range as engines are given: alternatives of comparators. */
function takes(range: string, version: Version): boolean {
  const differenceTo = (least: Version) =>
    version.map((part, index) => part - (least[index] ?? 0)).find((each) => each !== 0) ?? 0
  return range.split('||').some((alternative) =>
    [...alternative.matchAll(/([<>=^~]*)\s*v?(\d+|\*)(?:\.(\d+|x))?(?:\.(\d+|x))?/g)].every(([, sign, ...parts]) => {
      const [major = 0, minor = 0, patch = 0] = parts.map((part) => Number(part) || 0)
      const difference = differenceTo([major, minor, patch])
      if (parts[0] === '*') return true
      if (sign === '<') return difference < 0
      if (sign === '<=') return difference <= 0
      if (sign?.startsWith('>')) return sign === '>' ? difference > 0 : difference >= 0
      return version[0] === major && difference >= 0
    }),
  )
}

describe('The packages of a server', () => {
  it('are in a table, each with its reason, and no other is', () => {
    const rows = [...page.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name = '', reason = '']) => ({ name, reason }))
    expect(rows.map(({ name }) => name)).toEqual([...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {})])
    for (const { reason } of rows) expect(reason.length).toBeGreaterThan(5)
  })

  it('are as many as the document says', () => {
    const count = (scope: Component['scope']) => components.filter((each) => each.scope === scope).length
    expect(page).toContain(`A server installs ${count('required')} packages, and up to ${count('optional')} more`)
  })

  it('have licences that the document names', () => {
    const [, named = ''] = /their licences are ([^:]+?)\. None/.exec(page.replaceAll(/\s+/g, ' ')) ?? []
    const allowed = new Set(named.split(/, | and /))
    const licences = installed
      // Of the optional ones npm installs those that fit the machine.
      .filter(([place]) => existsSync(resolve(root, place, 'package.json')))
      .map(([place]) => [place, (JSON.parse(read(`${place}/package.json`)) as { license?: string }).license ?? 'none'] as const)
    expect(licences.length).toBeGreaterThanOrEqual(107)
    expect(licences.filter(([, licence]) => !allowed.has(licence))).toEqual([])
    expect(new Set(licences.map(([, licence]) => licence))).toEqual(allowed)
  })

  it('have no install script, and come from the registry with the hash of their content', () => {
    expect(installed.length).toBeGreaterThanOrEqual(components.length)
    // Its script only puts the program of the machine in the place of a slower way to it.
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => place)).toEqual([
      'node_modules/esbuild',
    ])
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([])
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  })

  it('are pinned, and so are those of the tests', () => {
    const all = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
    const releases = Object.entries(overrides ?? {}).filter(([name, version]) => version !== `$${name}`)
    expect(releases.filter(([, version]) => !/^(?:npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  // npm prints EBADENGINE for each that does not.
  it('run, with all others, on the oldest Node that npm may run on', () => {
    const wanted = Object.entries(lock).flatMap(([place, { engines }]) => (engines?.node ? [[place, engines.node] as const] : []))
    expect(wanted.length).toBeGreaterThan(100)
    expect(wanted.filter(([, range]) => !takes(range, [20, 19, 0]))).toEqual([])
    expect(['>=22.0.0', '^22.12 || >=24', '>= 20.20', '^18'].filter((range) => takes(range, [20, 19, 0]))).toEqual([])
  })

  it('are all used', () => {
    const sources = globSync('{src,prisma}/**/*.{ts,tsx,js}', { cwd: root }).map(read).join('\n')
    const isNamed = (name: string) =>
      ["'", '"', '`'].some((quote) => sources.includes(`${quote}${name}${quote}`) || sources.includes(`${quote}${name}/`))
    const unused = Object.keys(dependencies ?? {}).filter((name) => !isNamed(name))
    expect(unused).toEqual([])
  })
})
