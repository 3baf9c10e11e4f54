/** Two stores whose rows have the same ids: each shows its own alone, over both surfaces. */
import { describe, expect, it } from 'vitest'
import { table } from '../../../src/resources/routes.ts'
import type { Resource } from '../../../src/schema/registry.ts'
import { rootLists, rootRecords, scalarsOf } from '../../reads/schema-lists.ts'
import { modelOfParameter } from '../../support/path-parameters.ts'
import { openStore } from '../../support/store.ts'
import { delegate } from './everything.ts'
import { addRows, customerId } from './rows.ts'
import { copyToTwin, firstId, twinId, twinMerchant } from './twin-store.ts'

const store = await openStore({ isApart: true })
const { db } = store
await addRows(db)

const merchants = { [String(firstId)]: store.merchant, [String(twinId)]: twinMerchant }
const customers = {
  [String(firstId)]: await store.customerToken(customerId, firstId),
  [String(twinId)]: await store.customerToken(customerId, twinId),
}

/** Asks a store for every path of REST, as whom each is for. */
async function restAnswers(storeId: bigint): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const { path } of table.filter(({ method }) => method === 'GET')) {
    let address = path
    for (const [place, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
      const row = await delegate(db, modelOfParameter(name)).findMany({
        where: { storeId: firstId },
        orderBy: { id: 'asc' },
        take: 1,
      })
      address = address.replace(place, String(row[0]?.id))
    }
    const as = path.startsWith('/v1/store/') ? customers[String(storeId)] : merchants[String(storeId)]
    for (const query of ['?limit=50', '?limit=50&with=all']) {
      const { status, body } = await store.rest(`${address}${query}`, as)
      answers[`${address}${query}`] = { status, body }
    }
  }
  return answers
}

/** The twin has keys of its own. */
const isCopied = ({ resource }: { resource: Resource }) => resource.name !== 'MerchantKey'

/** Asks a store for every list and record of GraphQL. */
async function graphqlAnswers(storeId: bigint): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  const answer = async (query: string) => {
    answers[query] = await store.graphql(query, {}, merchants[String(storeId)])
  }
  const shown = (resource: Resource) => scalarsOf(resource).replace(/\bnodeId\b/, '')
  for (const { name, resource } of rootLists.filter(isCopied))
    await answer(`{ ${name}(first: 50) { totalCount nodes { ${shown(resource)} } } }`)
  for (const { name, resource } of rootRecords.filter(isCopied)) {
    const [row] = await delegate(db, resource.model.name).findMany({
      where: { storeId: firstId },
      orderBy: { id: 'asc' },
      take: 1,
    })
    await answer(`{ ${name}(id: "${row?.id}") { ${shown(resource)} } }`)
  }
  await answer(`{ customers(first: 20) { nodes { id storeId orders(first: 3) { totalCount nodes { storeId products { name storeId }
    transactions(first: 2) { nodes { id storeId } } } } subscriptions(first: 3) { nodes { storeId product { storeId } metadata { data }
    logEntries(first: 2) { totalCount nodes { note } } } } } } }`)
  await answer(
    `{ orders(first: 20, filter: { customer: { subscriptions: { id: { gt: 0 } } } }) { totalCount nodes { id storeId } } }`,
  )
  return answers
}

/** An answer as the first store's would be. */
const asFirst = (answers: unknown): unknown => JSON.parse(JSON.stringify(answers).replace(/("(?:store_?[iI]d)":"?)3\b/g, '$11'))

describe('Of two stores whose rows have the same ids', () => {
  it.each([
    ['REST', restAnswers],
    ['GraphQL', graphqlAnswers],
  ] as const)('each shows its own alone over %s', async (_surface, answersOf) => {
    const before = await answersOf(firstId)
    await copyToTwin(db)
    expect(await answersOf(firstId)).toEqual(before)
    const twins = await answersOf(twinId)
    expect(JSON.stringify(twins)).not.toMatch(/"store_?[iI]d":"?[12]\b/)
    expect(asFirst(twins)).toEqual(before)
  })
})
