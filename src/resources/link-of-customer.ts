/** Links that are mailed to a customer and used once: makes and uses them, and finds the customer of an e-mail address. */
import { linkMinutes, linkToken, newNonce, tokenHash } from '../auth/account-link.ts'
import { signingKey } from '../auth/signing-keys.ts'
import type { Writer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import type { Shape } from '../db/shape.ts'
import { emailKeys } from '../values/case-key.ts'
import { Refusal } from '../values/errors.ts'
import type { Write } from '../writes/write.ts'

/** The most links that are mailed to a customer within an hour. */
const linksAnHour = 5

const hour = 3_600_000

/** The customer who has an address, locked. */
export async function customerOf(write: Write, email: string): Promise<Shape<'Customer'> | undefined> {
  const found = await write.lockAll('Customer', { emailKey: { in: emailKeys(email) }, archivedAt: null })
  return found.find((each) => each.emailRepetition === 0) ?? found[0]
}

type NewLink = { purpose: 'sign_in' } | { purpose: 'confirm_withdrawal'; withdrawalId: bigint }

/**
 * Inserts a link of a customer, who is locked.
 *
 * @returns its id, by which its mail is written; undefined where the customer has had the most links of the hour.
 */
export async function insertLink(write: Write, { id: customerId }: Shape<'Customer'>, link: NewLink) {
  const { tx, context, viewer } = write
  const { storeId } = viewer
  // Links go by real time, as all credentials do.
  const createdAt = context.clock.now()
  const since = new Date(createdAt.getTime() - hour)
  if ((await tx.accountLink.count({ where: { storeId, customerId, createdAt: { gt: since } } })) >= linksAnHour) return undefined
  const { id: keyId, secret } = await signingKey(tx, createdAt)
  const nonce = newNonce()
  const expiresAt = new Date(createdAt.getTime() + linkMinutes * 60_000)
  const hash = tokenHash(linkToken(Buffer.from(secret, 'base64url'), storeId, nonce))
  const data = { ...link, storeId, customerId, keyId, nonce, tokenHash: hash, createdAt, expiresAt }
  const row = await tx.accountLink.create({ data, select: { id: true } })
  return row.id
}

/** The refusal of a link that is over, was used, or never was. */
export const linkOver = () => new Refusal('WRONG_STATUS', 'The link was used before or is too old.')

/**
 * The withdrawal that a link confirms; undefined for a link that was used, is over, signs in, is of an archived customer or a withdrawn signing
 * key, or never was.
 */
export async function withdrawalOfLink({ db, clock, viewer }: Context, token: string): Promise<Shape<'Withdrawal'> | undefined> {
  const { storeId } = viewer as Writer
  const found = await db.accountLink.findUnique({
    where: { storeId_tokenHash: { storeId, tokenHash: tokenHash(token) } },
    include: { withdrawal: true, customer: { select: { archivedAt: true } } },
  })
  if (!found || found.usedAt !== null || found.expiresAt <= clock.now() || found.customer.archivedAt) return undefined
  const keys = await db.$queryRaw<unknown[]>`SELECT FROM signing_key WHERE id = ${found.keyId}`
  return keys.length > 0 ? (found.withdrawal ?? undefined) : undefined
}

/**
 * Marks a link as used and locks its customer.
 *
 * @throws Refusal WRONG_STATUS unless it is there, unused, in time, of a customer who is not archived, and its signing key is not withdrawn.
 */
export async function useLink(
  write: Write,
  token: string,
  purpose: Shape<'AccountLink'>['purpose'],
): Promise<Shape<'AccountLink'>> {
  const { tx, viewer, context } = write
  const { storeId } = viewer
  const at = context.clock.now()
  const found = await tx.accountLink.findUnique({ where: { storeId_tokenHash: { storeId, tokenHash: tokenHash(token) } } })
  if (!found || found.purpose !== purpose || found.expiresAt <= at) throw linkOver()
  const [customer] = await write.lockAll('Customer', { id: found.customerId })
  const { count } = await tx.accountLink.updateMany({ where: { storeId, id: found.id, usedAt: null }, data: { usedAt: at } })
  const keys = await tx.$queryRaw<unknown[]>`SELECT FROM signing_key WHERE id = ${found.keyId}`
  if (count === 0 || !customer || customer.archivedAt || keys.length === 0) throw linkOver()
  return found
}
