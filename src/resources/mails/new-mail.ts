/** A mail that no event causes: one that is sent again, or that a merchant tries words with. */
import type { Prisma } from '../../../prisma/generated/client/client.ts'
import type { MailKind } from '../../mails/kinds.ts'
import { keptBecause } from '../../mails/rows.ts'
import { makeMailer } from '../../mails/upkeep.ts'
import { badInput } from '../../values/errors.ts'
import { wholeSecond } from '../../values/time.ts'
import type { Write } from '../../writes/write.ts'

type NewMail = {
  kind: MailKind
  recipient: string
  facts: object
  about?: { customerId: bigint | null; orderId: bigint | null; subscriptionId: bigint | null }
}

/**
 * Inserts a mail that is due now; a row of the store is locked.
 *
 * @throws Refusal BAD_INPUT where nothing sends or keeps mails.
 */
export async function insertMail(write: Write, { kind, recipient, facts, about }: NewMail): Promise<bigint> {
  const { storeId } = write.viewer
  await makeMailer(write.tx, storeId)
  const [found] = await write.tx.$queryRaw<{ mailerId: bigint; kept: string | null }[]>`
    SELECT (SELECT mailer.id FROM mailer WHERE mailer.store_id = store.id) AS "mailerId", ${keptBecause(false)} AS kept
    FROM store WHERE store.id = ${storeId}::bigint`
  if (found?.kept === 'no_relay') throw badInput('Nothing sends mails: the server has no relay (MAIL_URL).')
  const { now } = write.context
  return write.insert('Mail', {
    ...{ kind, recipient, kept: found?.kept ?? null, mailerId: found?.mailerId as bigint, facts: facts as Prisma.JsonObject },
    ...{ nextTryAt: wholeSecond(now), createdAt: now, ...about },
  })
}
