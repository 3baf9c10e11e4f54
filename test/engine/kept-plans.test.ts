/** The cache of documents: their plans, as many as fit, and nothing of the requests. */
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type DocumentNode, getOperationAST, type OperationDefinitionNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/config/limits.ts'
import { createEngine } from '../../src/graphql/engine.ts'
import type { Streams } from '../../src/graphql/open-streams.ts'
import { planOf } from '../../src/read/plan/plan.ts'
import { jsonDocument } from '../../src/read/sql/container.ts'
import { graphqlDialect } from '../../src/read/sql/dialect.ts'
import { schema } from './library.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Whether something is still kept, once what this turn holds is let go. */
async function isKept(reference: WeakRef<object>): Promise<boolean> {
  await turn()
  collect()
  return reference.deref() !== undefined
}

function plan(document: DocumentNode, variables: Record<string, unknown> = {}): void {
  const definition = getOperationAST(document) as OperationDefinitionNode
  planOf({ schema, document, definition, dialect: graphqlDialect, container: jsonDocument }, 'merchant', variables).roots()
}

/** Whether the first of so many planned documents is kept at first, and whether when the others have come too. */
async function outlasts(count: number, textOf: (number: number) => string): Promise<boolean[]> {
  const planned = (number: number) => {
    const document = parse(textOf(number))
    plan(document)
    return new WeakRef(document)
  }
  const first = planned(0)
  const atFirst = await isKept(first)
  for (let number = 1; number < count; number += 1) planned(number)
  return [atFirst, await isKept(first)]
}

const free = { charge() {} }

describe('Of documents that were run', () => {
  it('nothing is kept of the variables they came with', async () => {
    const document = parse(
      'query ($filter: BookFilter, $isShown: Boolean!) { books(filter: $filter) { totalCount @include(if: $isShown) } }',
    )
    const filterOf = () => {
      const filter = { title: { eq: 'a'.repeat(1_000) } }
      plan(document, { filter, isShown: true })
      return new WeakRef(filter)
    }
    expect(await isKept(filterOf())).toBe(false)
  })

  it('as many are kept as have room, however few fields they have', async () => {
    const many = (number: number) =>
      `{ books(filter: { OR: [${`{ title: { eq: "${number}" } } `.repeat(200)}] }) { totalCount } }`
    expect(await outlasts(101, many)).toEqual([true, false])
  })

  it('that are wrong nothing is kept of how that was found', () => {
    const wrong = (number: number) => `#${number}\n{ books { nodes { ${'shelf { id } '.repeat(60)} ${'nothing '.repeat(10)} } } }`
    const engine = createEngine({ schema, limits: defaultLimits, showsSchema: true, streams: {} as Streams })
    const kept = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    expect(engine.prepare(wrong(0), free).errors).toHaveLength(10)
    const before = kept()
    for (let number = 1; number <= 30; number += 1) engine.prepare(wrong(number), free)
    expect((kept() - before) / 30).toBeLessThan(600_000)
  })

  it('as many are kept as have room, however short they are', async () => {
    const names = (number: number) => Array.from({ length: 250 }, (_, each) => `_${number}_${each}: title`).join(' ')
    const short = (number: number) => {
      const spread = Array.from({ length: 20 }, (_, each) => `b${each}: book(id: 1) { ...Names }`).join(' ')
      return `{ ${spread} } fragment Names on Book { ${names(number)} }`
    }
    expect(await outlasts(21, short)).toEqual([true, false])
  })
})
