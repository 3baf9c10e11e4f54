/** The link of a mail that signs in or confirms a withdrawal: derived when the mail is sent or shown, since no row, event or webhook has it. */
import { linkToken } from '../auth/account-link.ts'
import type { Db } from '../db/connect.ts'
import type { StoredFacts } from './facts.ts'
import type { MailedLink } from './letter.ts'

type FoundLink = Pick<MailedLink, 'purpose'> & { nonce: string; secret: string }

const paths = { sign_in: 'sign-in', confirm_withdrawal: 'confirm' } as const

/** The link that a mail is about; undefined for a mail about none, and for a link that is over. */
export async function linkOfMail(db: Db, storeId: bigint, { changes, shop }: StoredFacts): Promise<MailedLink | undefined> {
  const id = changes.link?.to
  if (id === undefined || id === null || !shop.account) return undefined
  const [found] = await db.$queryRaw<FoundLink[]>`
    SELECT purpose, nonce, secret FROM account_link JOIN signing_key ON signing_key.id = account_link.key_id
    WHERE account_link.store_id = ${storeId} AND account_link.id = ${BigInt(String(id))}`
  if (!found) return undefined
  const token = linkToken(Buffer.from(found.secret, 'base64url'), storeId, found.nonce)
  return { purpose: found.purpose, address: `${shop.account}/${paths[found.purpose]}?token=${token}` }
}
