/** Filters: a value that only others have is for everybody like one that nobody has, on every path and however it is asked. */
import { describe, expect, test } from 'vitest'
import type { Column } from '../../../src/schema/model.ts'
import type { Link, Resource } from '../../../src/schema/registry.ts'
import { rootLists } from '../../reads/schema-lists.ts'
import { writtenPath } from '../../support/written-path.ts'
import type { Row } from './everything.ts'
import { type Answer, everyone, missingId, openWorld, type Principal } from './principals.ts'
import { filterable, tellingValues, type Value } from './values.ts'
import { refusalAtRoot, sees } from './visible-columns.ts'

const world = await openWorld()

/** A condition with a value of others, the same with one of nobody, and what it is about. */
type Pair = { path: string; foreign: object; missing: object }

const operators = (column: Column, value: Value): object[] => [
  { eq: value },
  { in: [value] },
  ...(column.kind === 'text' ? [{ like: value }, { ilike: `%${value}%` }] : [{ ge: value, le: value }]),
]

/** One for each column, the operators by turns. */
async function columnPairs(as: Principal, resource: Resource, turn = 0): Promise<Pair[]> {
  const { seen, unseen } = await world.split(as, resource.name)
  const columns = filterable(resource, as)
  const pairs = columns.flatMap((column, index) => {
    const values = tellingValues(world.all, resource, column, seen, unseen)
    if (!values) return []
    const [foreign, missing] = [values.foreign, values.missing].map((value) => {
      const each = operators(column, value)
      return { [column.name]: each[(index + turn) % each.length] }
    }) as [object, object]
    return [{ path: JSON.stringify(foreign), foreign, missing }]
  })
  return [...pairs, ...pathPairs(as, resource, unseen)]
}

/** The path of a row of others, and that of a row that never was. */
function pathPairs({ role }: Principal, { path }: Resource, unseen: Row[]): Pair[] {
  const [row] = unseen
  // A path without an id is everybody's own.
  if (!path || !row || !path.steps(role).some((step) => 'column' in step)) return []
  const missing = writtenPath(path, Object.fromEntries(path.columns.map((column) => [column, missingId])), role)
  const foreign = writtenPath(path, row, role)
  return [{ path: foreign, foreign: { url: { eq: foreign } }, missing: { url: { eq: missing } } }]
}

const metadataPair = (link: string): Pair => ({
  path: `${link} key`,
  foreign: { [link]: [{ key: 'shoe', eq: 'Kestrel' }] },
  missing: { [link]: [{ key: 'shoe', eq: 'nobody' }] },
})

const isOpen = (as: Principal, { target, closedTo }: Link) => sees(target.name, as) !== undefined && !closedTo.includes(as.role)

async function linkPairs(as: Principal, resource: Resource): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const link of resource.links.values()) {
    if (!isOpen(as, link)) continue
    if (link.target.name === 'Metadata') {
      pairs.push(metadataPair(link.name))
      continue
    }
    const ofTarget = await columnPairs(as, link.target, pairs.length)
    // A relation is followed in one way whatever is asked behind it: the id, and every fifth column, others for others.
    const some = ofTarget.filter((_pair, index) => index === 0 || (index + pairs.length) % 5 === 0)
    for (const { path, foreign, missing } of some) {
      pairs.push({ path: `${link.name} ${path}`, foreign: { [link.name]: foreign }, missing: { [link.name]: missing } })
    }
  }
  return pairs
}

/** Asks for rows of which any of some conditions holds, or none. */
const wraps = {
  any: (conditions: object[]) => ({ AND: [{ OR: conditions }] }),
  none: (conditions: object[]) => ({ NOT: { OR: conditions } }),
}

// A filter takes 1,000 conditions and values.
const atOnce = 100
const chunks = <T>(items: T[]): T[][] => (items.length === 0 ? [] : [items.slice(0, atOnce), ...chunks(items.slice(atOnce))])

describe('A filter', () => {
  const open = everyone(rootLists).filter(({ as, of }) => !refusalAtRoot(of.resource.name, as))

  test.each(open)('of $subject finds for $who nothing by what only others have', async ({ as, of: { name, resource } }) => {
    const ask = (filter: object): Promise<Answer> =>
      world.graphql(
        as,
        `query ($filter: ${resource.name}Filter) { list: ${name}(first: 1, filter: $filter) { totalCount nodes { __typename } } }`,
        { filter },
      )
    const count = ({ text }: Answer): number | undefined => JSON.parse(text).data?.list?.totalCount
    const pairs = [...(await columnPairs(as, resource)), ...(await linkPairs(as, resource))]
    expect(pairs.length).toBeGreaterThan(0)
    const all = count(await ask({}))

    for (const some of chunks(pairs)) {
      for (const [how, wrap] of Object.entries(wraps)) {
        const foreign = await world.measured(() => ask(wrap(some.map((pair) => pair.foreign))))
        const missing = await world.measured(() => ask(wrap(some.map((pair) => pair.missing))))
        if (how === 'any' && count(foreign.result) !== 0) expect(await guilty(some)).toEqual([])
        expect({ how, ...foreign }).toEqual({ how, ...missing })
        expect({ how, count: count(foreign.result) }).toEqual({ how, count: how === 'none' ? all : 0 })
      }
    }

    /** The paths that let something out, each asked by itself. */
    async function guilty(some: Pair[]): Promise<string[]> {
      const told = await Promise.all(some.map(async ({ path, foreign }) => ({ path, count: count(await ask(foreign)) })))
      return told.filter((each) => each.count !== 0).map(({ path }) => path)
    }
  })

  const shut = everyone(rootLists).flatMap(({ who, as, subject, of }) =>
    [...of.resource.links.values()]
      .filter((link) => !refusalAtRoot(of.resource.name, as) && !isOpen(as, link))
      .map((link) => ({ who, as, subject, of, link, path: link.name })),
  )

  test.each(shut)('of $subject may not lead $who through $path', async ({ as, of: { name, resource }, link }) => {
    const filter = link.target.name === 'Metadata' ? metadataPair(link.name).foreign : { [link.name]: {} }
    const query = `query ($filter: ${resource.name}Filter) { list: ${name}(filter: $filter) { totalCount } }`
    for (const each of [filter, { NOT: filter }, { AND: [{ OR: [filter] }] }]) {
      const { result, sql } = await world.measured(() => world.graphql(as, query, { filter: each }))
      expect(JSON.parse(result.text).errors[0].extensions.code).toMatch(/^(FORBIDDEN|UNAUTHENTICATED)$/)
      expect(sql).toEqual([])
    }
  })
})
