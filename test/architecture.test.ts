/** Who may import whom: the walls of the house. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const source = resolve(root, 'src')

/** `values` are the imports that are there when it runs, and at once. */
type File = { path: string; text: string; imports: string[]; values: string[] }

const files: File[] = globSync('**/*.ts', { cwd: source }).map((path) => {
  const text = readFileSync(resolve(source, path), 'utf8')
  const targets = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, target = '']) =>
      target.startsWith('.') ? relative(source, resolve(source, dirname(path), target)) : target,
    )
  const imports = targets(/(?:from|import) '([^']+)'/g)
  const values = targets(/^(?:import|export) (?!type\b)(?:[^'();]+ from )?'([^']+)'/gm)
  return { path, text, imports, values }
})

/** The imports that break a wall, as `from → to`. */
function breaches(isInside: (path: string) => boolean, isForbidden: (target: string, from: string) => boolean): string[] {
  return files
    .filter(({ path }) => isInside(path))
    .flatMap(({ path, imports }) => imports.filter((target) => isForbidden(target, path)).map((target) => `${path} → ${target}`))
}

const engine = /^(graphql|rest|db|values|http|auth|budget)\//
const tablesOfContents = ['graphql/schema.ts', 'rest/routes.ts']
const isResource = (path: string) => path.startsWith('resources/')

describe('the walls of the house', () => {
  it('has files to look at', () => {
    expect(files.length).toBeGreaterThan(40)
  })

  it('lets only config.ts read the environment', () => {
    expect(files.filter(({ path, text }) => path !== 'config.ts' && /process\.env/.test(text)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  it('keeps the engines free of resources, save for the tables of contents', () => {
    expect(breaches((path) => engine.test(path) && !tablesOfContents.includes(path), isResource)).toEqual([])
  })

  it('keeps REST away from the database, its client and the rules: one implementation', () => {
    const isRest = (path: string) => path.startsWith('rest/') || path.endsWith('/routes.ts')
    expect(breaches(isRest, (target) => /^db\/|prisma|rules\.ts$/.test(target))).toEqual([])
  })

  it('keeps writes and purchases free of the surfaces', () => {
    const isBelow = (path: string) => /^(writes|purchases|payments)\//.test(path)
    expect(breaches(isBelow, (target) => /^(graphql|rest|resources)\//.test(target))).toEqual([])
  })

  it('keeps what stands in front, HTTP, credentials and budgets, free of the surfaces and of what is behind them', () => {
    const isFront = (path: string) => /^(http|auth|budget)\//.test(path)
    expect(breaches(isFront, (target) => /^(graphql|rest|resources|purchases)\//.test(target))).toEqual([])
  })

  it('loads little before the settings are known to be good', () => {
    const loaded = new Set<string>()
    const follow = (path: string) => {
      if (loaded.has(path)) return
      loaded.add(path)
      for (const target of files.find((file) => file.path === path)?.values ?? []) follow(target)
    }
    follow('server.ts')
    expect(loaded).toContain('config.ts')
    const heavy =
      /^(?:graphql|rest|resources)\/|^app\.ts$|^serve\.ts$|^(?:pg|graphql-yoga|@prisma\/.*|@pothos\/.*)$|prisma\/generated/
    expect([...loaded].filter((path) => heavy.test(path))).toEqual([])
  })

  it('keeps rules pure', () => {
    const isRule = (path: string) => path.endsWith('rules.ts')
    expect(breaches(isRule, (target) => /^(db|graphql|rest|auth)\/|builder/.test(target))).toEqual([])
    expect(files.filter(({ path, text }) => isRule(path) && /Date\.now|new Date\(\)/.test(text)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  it('lets resources meet by model name, not by importing each other', () => {
    const folder = (path: string) => path.split('/')[1]
    expect(breaches(isResource, (target, from) => isResource(target) && folder(target) !== folder(from))).toEqual([])
  })

  it('keeps values free of everything but errors', () => {
    expect(
      breaches(
        (path) => path.startsWith('values/'),
        (target) => /^(auth|cli|db|graphql|payments|purchases|resources|rest|writes)\/|prisma/.test(target),
      ),
    ).toEqual([])
  })

  it('has no barrels: a value is imported from where it is made', () => {
    expect(files.filter(({ text }) => /^export (\*|\{[^}]*\}) from/m.test(text)).map(({ path }) => path)).toEqual([])
  })
})
