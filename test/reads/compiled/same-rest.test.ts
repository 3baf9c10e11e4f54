/**
 * The lists of the REST surface answer as the same slow oracle does, in the contract's words, over random filters, orders, pages and
 * relations, and what is prepared for their shape is what each request would make. A failure tells its seed; `COMPARE_SEED` and `COMPARE_DOCUMENTS` ask it again, or ask more.
 */
import { describe, expect, test } from 'vitest'
import { table } from '../../../src/resources/routes.ts'
import { customer, merchant, neighbour, otherMerchant, type Principal, visitor } from '../../access/isolation/principals.ts'
import { sees } from '../../access/isolation/visible-columns.ts'
import { resourceOf } from '../../support/described.ts'
import { comparePrepared } from '../../support/prepared-agrees.ts'
import { differenceAt } from './differences.ts'
import { readExact } from './exact-json.ts'
import { openOddStore } from './odd-store.ts'
import { randomOf } from './random.ts'
import { envelopeOf, requestFor } from './rest.ts'

const { rows, oracle, ask } = await openOddStore()
const { unprepared } = comparePrepared()
const lists = table.filter(({ method, answer, computed }) => method === 'GET' && answer === 'list' && !computed)
const isOpen = (path: string, record: string, as: Principal) =>
  path.startsWith('/v1/store/api/')
    ? as.role !== 'merchant' && sees(resourceOf(record).name, as) !== undefined
    : as.role === 'merchant'
const cases = [merchant, otherMerchant, customer, neighbour, visitor].flatMap((as) =>
  lists.filter(({ path, record }) => isOpen(path, record, as)).map((row) => ({ as, row, who: as.name, path: row.path })),
)
const wanted = Number(process.env.COMPARE_DOCUMENTS ?? 620)
const firstSeed = Number(process.env.COMPARE_SEED ?? 1)
const each = Math.ceil(wanted / cases.length)

describe('A list on REST', () => {
  test.each(cases)('at $path answers $who as rows joined by hand do', { timeout: 3_600_000 }, async ({ as, row }) => {
    for (let seed = firstSeed; seed < firstSeed + each; seed += 1) {
      const pageBase = Number(rows.find('Store', as.storeId)?.pageBase ?? 0)
      const request = requestFor({ random: randomOf(seed + 1_000_003 * table.indexOf(row)), rows, as }, row, pageBase)
      if (!request) continue
      const { path, variables, size, page } = request
      const { data, refused } = oracle(row.graphql, variables, { ...as, isOnRest: true })
      expect(refused, path).toEqual([])
      const { count, results } = envelopeOf(row, variables, data)
      const answer = readExact(await ask(as, path))
      if (!(answer instanceof Map) || answer.has('errors'))
        throw new Error(
          `Seed ${seed}: ${path} ${JSON.stringify(answer, (_key, value) => (value instanceof Map ? Object.fromEntries(value) : value))}`,
        )
      const { next, prev } = { next: answer.get('next'), prev: answer.get('prev') }
      const shown = {
        count,
        next: Number(count) > (page + 1) * size ? next || '?page=' : null,
        prev: page > 0 ? prev || '?page=' : null,
        results,
      }
      const difference = differenceAt('the answer', shown, answer)
      if (difference) expect.fail(`Seed ${seed}: ${path}\n${difference}`)
    }
  })
})

test('prepares every request that it does not refuse', () => expect(unprepared).toEqual([]))
