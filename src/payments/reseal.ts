/** Seals the secrets of all accounts with the present key, one by one: what was done stays where the work is cut off, and the rest follows. */
import type { Db } from '../db/connect.ts'
import { keyOf, type SealingKeys, seal, unseal } from '../values/sealed.ts'
import { nameOf } from './accounts.ts'

/** A sealed text with another key than the present one: of an account at a gateway, or of the authenticator app of a person. */
type AccountOfKey = { storeId: bigint; gateway: string; secrets: string }

const ofPerson = /^staff (\d+)$/

/** The name that a sealed text is bound to. */
const boundTo = ({ storeId, gateway }: AccountOfKey): string =>
  ofPerson.test(gateway) ? `${gateway} of store ${storeId}` : nameOf(storeId, gateway)

/** The accounts that were sealed anew, and those whose secrets cannot be opened, with the reason. */
type Resealed = { resealed: string[]; unreadable: { account: string; reason: string }[] }

const atOnce = 100

/** The accounts at gateways whose secrets are sealed with another key, in turn, a page at a time. */
async function* sealedOtherwise(db: Db, presentId: string): AsyncGenerator<AccountOfKey> {
  let after = { storeId: 0n, gateway: '' }
  for (;;) {
    const rows = await db.$queryRaw<AccountOfKey[]>`
      SELECT store_id AS "storeId", gateway, secrets FROM gateway_account
      WHERE (store_id, gateway) > (${after.storeId}::bigint, ${after.gateway})
      UNION ALL SELECT store_id, 'staff ' || id, totp_secret FROM staff
      WHERE (store_id, 'staff ' || id) > (${after.storeId}::bigint, ${after.gateway}) AND totp_secret IS NOT NULL
      ORDER BY 1, 2 LIMIT ${atOnce}`
    yield* rows.filter(({ secrets }) => keyOf(secrets) !== presentId)
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = last
  }
}

/** Seals what is sealed with the previous key anew. One that is stored anew meanwhile stays as it is then. */
export async function resealSecrets(db: Db, keys: SealingKeys): Promise<Resealed> {
  const done: Resealed = { resealed: [], unreadable: [] }
  for await (const sealed of sealedOtherwise(db, keys.present.id)) {
    const { storeId, gateway, secrets } = sealed
    const account = boundTo(sealed)
    let text: string
    try {
      text = unseal(keys, account, secrets)
    } catch (error) {
      done.unreadable.push({ account, reason: (error as Error).message })
      continue
    }
    const anew = seal(keys, account, text)
    const [, id] = ofPerson.exec(gateway) ?? []
    const count = id
      ? await db.$executeRaw`
          UPDATE staff SET totp_secret = ${anew} WHERE store_id = ${storeId}::bigint AND id = ${BigInt(id)} AND totp_secret = ${secrets}`
      : await db.$executeRaw`
          UPDATE gateway_account SET secrets = ${anew} WHERE store_id = ${storeId}::bigint AND gateway = ${gateway} AND secrets = ${secrets}`
    if (count === 1) done.resealed.push(account)
  }
  return done
}

/** How many accounts are sealed with the previous key, and how many with one that is not set. */
export async function countSealedOtherwise(
  db: Db,
  keys: SealingKeys | undefined,
): Promise<{ previous: number; unknown: number }> {
  const counts = { previous: 0, unknown: 0 }
  for await (const { secrets } of sealedOtherwise(db, keys?.present.id ?? ''))
    counts[keys?.previous && keyOf(secrets) === keys.previous.id ? 'previous' : 'unknown'] += 1
  return counts
}
