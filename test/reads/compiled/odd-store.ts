/** The store that compiled reads are compared over: both demo stores with odd data, in the database and in memory. */
import { defaultLimits } from '../../../src/config/limits.ts'
import { customer, merchant, neighbour, otherMerchant, type Principal } from '../../access/isolation/principals.ts'
import { addRows } from '../../access/isolation/rows.ts'
import { openStore } from '../../support/store.ts'
import { addOddData } from './odd-data.ts'
import { oracleOver } from './oracle.ts'
import { type Rows, readRows } from './rows.ts'

const most = Number.MAX_SAFE_INTEGER
/** Random documents are longer than anybody's may be. */
const limits = {
  ...defaultLimits,
  ...{ cost: most, fields: most, aliases: most, depth: 100, directives: most, tokens: most, characters: most },
}

export type OddStore = Awaited<ReturnType<typeof openOddStore>>

/** Opens it for the tests of one file. */
export async function openOddStore() {
  const store = await openStore({ isEmbedded: false, isApart: true, hasOddData: true, limits })
  await addRows(store.db)
  await addOddData(store.db)
  const rows: Rows = await readRows(store.db)
  const credentials = new Map([
    [merchant, store.merchant],
    [otherMerchant, store.otherMerchant],
    [customer, await store.customerToken(customer.customerId ?? 0n)],
    [neighbour, await store.customerToken(neighbour.customerId ?? 0n)],
  ])
  return {
    rows,
    oracle: oracleOver(rows),
    /** Asks at the address of the viewer's store, and answers the text. */
    async ask(as: Principal, path: string, body?: object): Promise<string> {
      const Authorization = credentials.get(as)
      const response = await store.fetch(`http://${rows.find('Store', as.storeId)?.host}${path}`, {
        headers: { 'Content-Type': 'application/json', ...(Authorization && { Authorization }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      return response.text()
    },
  }
}
