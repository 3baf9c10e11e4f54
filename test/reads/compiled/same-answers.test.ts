/**
 * Compiled reads answer as a slow oracle does that joins rows in memory, over thousands of random documents. A failure tells the
 * seed of its document: `COMPARE_SEED=<seed> COMPARE_DOCUMENTS=1` asks it again. More are asked by `COMPARE_DOCUMENTS=20000`.
 */

import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { customer, merchant, neighbour, otherMerchant, type Principal, visitor } from '../../access/isolation/principals.ts'
import { differenceIn } from './differences.ts'
import { readExact } from './exact-json.ts'
import { documentOf } from './generate.ts'
import { openOddStore } from './odd-store.ts'

const { rows, oracle, ask } = await openOddStore()

const rootsOfDocument = 6
/** How many root fields are asked for, by all viewers together. */
const wanted = Number(process.env.COMPARE_DOCUMENTS ?? 3_600)
const firstSeed = Number(process.env.COMPARE_SEED ?? 1)

const otherVisitor: Principal = { name: 'a visitor of the other store', role: 'visitor', storeId: 2n }

const viewers = [
  { as: merchant, share: 0.4 },
  { as: otherMerchant, share: 0.1 },
  { as: customer, share: 0.2 },
  { as: neighbour, share: 0.1 },
  { as: visitor, share: 0.15 },
  { as: otherVisitor, share: 0.05 },
]

/** What is wrong with the answer to the document of a seed. */
async function faultOf(seed: number, as: Principal): Promise<string | undefined> {
  const document = documentOf(seed, rows, as, rootsOfDocument)
  const tell = (fault: string) => `Seed ${seed}: ${fault}\n${document.query}\nVariables: ${JSON.stringify(document.variables)}\n`
  try {
    const text = await ask(as, '/graphql', document)
    const fault = differenceIn(oracle(parse(document.query), document.variables, as), readExact(text))
    return fault && tell(fault)
  } catch (error) {
    return tell(String((error as Error).message))
  }
}

/** Several are under way at once, as requests are. */
const atOnce = 4
/** More of them would be of the same kind. */
const maxFaults = 3

describe('A compiled read', () => {
  test.each(viewers)('answers $as.name as rows joined by hand do', { timeout: 3_600_000 }, async ({ as, share }) => {
    const last = firstSeed + Math.max(1, Math.ceil((wanted * share) / rootsOfDocument))
    const faults: string[] = []
    for (let seed = firstSeed; seed < last && faults.length < maxFaults; seed += atOnce) {
      const seeds = Array.from({ length: Math.min(atOnce, last - seed) }, (_each, index) => seed + index)
      const found = await Promise.all(seeds.map((each) => faultOf(each, as)))
      faults.push(...found.filter((each) => each !== undefined))
    }
    if (faults.length > 0) expect.fail(faults.join('\n'))
  })
})
