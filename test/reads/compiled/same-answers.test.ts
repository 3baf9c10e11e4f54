/**
 * Compiled reads answer as a slow oracle does that joins rows in memory, over thousands of random documents, and what is prepared for
 * the shape of a request is what the request itself would make. A failure tells the
 * seed of its document: `COMPARE_SEED=<seed> COMPARE_DOCUMENTS=1` asks it again. More are asked by `COMPARE_DOCUMENTS=20000`.
 */

import { parse } from 'graphql'
import { describe, expect, inject, test } from 'vitest'
import { customer, merchant, neighbour, otherMerchant, type Principal, visitor } from '../../access/isolation/principals.ts'
import { comparePrepared } from '../../support/prepared-agrees.ts'
import { differenceIn, differenceInOpen } from './differences.ts'
import { readExact } from './exact-json.ts'
import { type Document, documentOf } from './generate.ts'
import { openOddStore } from './odd-store.ts'
import { randomOf } from './random.ts'

const isEmbedded = 'dataDir' in inject('template')
const { rows, oracle, ask } = await openOddStore()
const { unprepared } = comparePrepared()

const rootsOfDocument = 6
/**
 * How many root fields are asked for, by all viewers together; each document is asked twice. The embedded database is PostgreSQL too,
 * at a third of its speed: what it is asked is a sample of the same documents.
 */
const wanted = Number(process.env.COMPARE_DOCUMENTS ?? (isEmbedded ? 1_020 : 3_060))
const firstSeed = Number(process.env.COMPARE_SEED ?? 1)

const otherVisitor: Principal = { name: 'a visitor of the other store', role: 'visitor', storeId: 2n }

/** The viewers, their share of all documents, and two that repeat them: one with the same rights elsewhere, one with fewer. */
const viewers = [
  { as: merchant, share: 0.4, twin: otherMerchant, lesser: customer },
  { as: otherMerchant, share: 0.1, twin: merchant, lesser: otherVisitor },
  { as: customer, share: 0.2, twin: neighbour, lesser: visitor },
  { as: neighbour, share: 0.1, twin: customer, lesser: visitor },
  { as: visitor, share: 0.15, twin: otherVisitor, lesser: neighbour },
  { as: otherVisitor, share: 0.05, twin: visitor, lesser: customer },
]

/** The variables of a document, its conditions and other yeses and noes chosen anew. */
function chosenAnew(seed: number, variables: Document['variables']): Document['variables'] {
  const random = randomOf(seed)
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'boolean' ? random.chance(0.5) : value]),
  )
}

/** The differences of the answers to the document of a seed: as it is, and once more with other variables or by another viewer. */
async function faultOf(seed: number, { as, twin, lesser }: (typeof viewers)[number]): Promise<string | undefined> {
  const { query, variables } = documentOf(seed, rows, as, rootsOfDocument)
  const document = parse(query)
  const compare = async (asking: Principal, variables: object, difference = differenceIn) => {
    const tell = (fault: string) => `Seed ${seed}, ${asking.name}: ${fault}\n${query}\nVariables: ${JSON.stringify(variables)}\n`
    try {
      const text = await ask(asking, '/graphql', { query, variables })
      const fault = difference(oracle(document, { ...variables }, asking), readExact(text))
      return fault && tell(fault)
    } catch (error) {
      return tell(String((error as Error).message))
    }
  }
  const again = [
    () => compare(as, chosenAnew(seed, variables)),
    () => compare(twin, variables),
    () => compare(lesser, variables, differenceInOpen),
  ]
  return (await compare(as, variables)) ?? (await again[seed % again.length]?.())
}

/** Several are under way at once, as requests are. */
const atOnce = 4
/** More of them would be of the same kind. */
const maxFaults = 3

describe('A compiled read', () => {
  test.each(viewers)('answers $as.name as rows joined by hand do', { timeout: 3_600_000 }, async (viewer) => {
    const last = firstSeed + Math.max(1, Math.ceil((wanted * viewer.share) / (2 * rootsOfDocument)))
    const faults: string[] = []
    for (let seed = firstSeed; seed < last && faults.length < maxFaults; seed += atOnce) {
      const seeds = Array.from({ length: Math.min(atOnce, last - seed) }, (_each, index) => seed + index)
      const found = await Promise.all(seeds.map((each) => faultOf(each, viewer)))
      faults.push(...found.filter((each) => each !== undefined))
    }
    if (faults.length > 0) expect.fail(faults.join('\n'))
  })
})

test('prepares every request that it does not refuse', () => expect(unprepared).toEqual([]))
