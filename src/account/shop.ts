/** The shop whose page is asked for: the store of the host, with what the page depends on. */

import type { PageBase } from '../auth/viewer.ts'
import { isOwnMachine } from '../config/loopback.ts'
import type { Db } from '../db/connect.ts'

export type AccountShop = {
  storeId: bigint
  name: string
  currency: string
  timeZone: string
  pageBase: PageBase | null
  hasTestClock: boolean
  customersMay: readonly string[]
  /** The address of its page for customers. */
  accountUrl: string
  /** Countries whose customers are shown the forms that withdraw and cancel. */
  withdrawalCountries: readonly string[]
  /** The company, its address. */
  imprint: readonly string[]
  /** The colour that it has chosen, as `#rrggbb`. */
  colour: string | null
  /** The language of customers who have none of their own. */
  locale: string | null
}

type FoundShop = Omit<AccountShop, 'accountUrl' | 'imprint'> & {
  accountUrl: string | null
  legalName: string | null
  address: string | null
}

/**
 * The shop of a host; undefined where the host is no store's, or its store has no page.
 *
 * @param isEmbedded whether the machine's own names show the first store.
 */
export async function shopAt(db: Db, hostname: string, isEmbedded: boolean): Promise<AccountShop | undefined> {
  const isFirst = isEmbedded && isOwnMachine(hostname)
  const [found] = await db.$queryRaw<FoundShop[]>`
    SELECT id AS "storeId", name, currency, time_zone AS "timeZone", page_base AS "pageBase", has_test_clock AS "hasTestClock",
      customers_may AS "customersMay", account_url AS "accountUrl", withdrawal_countries AS "withdrawalCountries",
      legal_name AS "legalName", address, brand_colour AS colour, locale
    FROM store WHERE host = ${hostname} OR ${isFirst}::boolean ORDER BY host = ${hostname} DESC, id LIMIT 1`
  if (!found || found.accountUrl === null) return undefined
  const { legalName, address, accountUrl, ...shop } = found
  const imprint = [legalName ?? shop.name, ...(address ?? '').split('\n')].map((line) => line.trim()).filter(Boolean)
  return { ...shop, accountUrl, imprint }
}
