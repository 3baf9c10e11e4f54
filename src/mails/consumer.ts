/** The consumer of events that sends mails to customers, or keeps them where a store has a test clock. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Consumer, Consuming } from '../consumers/consumer.ts'
import { oneLine, type StoredFacts } from './facts.ts'
import type { MailKind } from './kinds.ts'
import { linkOfMail } from './link.ts'
import { rendered } from './render.ts'
import { mailRows } from './rows.ts'
import type { Mailing } from './transport.ts'

/** The content of a claimed mail. */
type Addressable = {
  kind: MailKind
  recipient: string
  sequence: bigint | null
  facts: StoredFacts
  /** Whether its store has a test clock, whose mails are shown at `/mailbox` and never sent. */
  isKept: boolean
}

const minute = 60_000
const hour = 60 * minute

/** The pauses between the tries; with what chance adds they end within a day. */
const pauses: readonly number[] = [1 * minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour]

/** The longest answer of a relay that is kept. */
const answerCharacters = 500

/** The id of a mail, the same each time that it is sent: a relay or a reader that gets it twice knows it. */
const messageIdOf = (from: string, { storeId, sequence, kind }: { storeId: bigint; sequence: bigint | null; kind: string }) =>
  `<${storeId}.${sequence}.${kind}@${from.slice(from.lastIndexOf('@') + 1)}>`

export const mailConsumer = (consuming: Consuming & { mailing: Mailing }): Consumer<Addressable> => {
  const { mailing } = consuming
  return {
    ...mailRows(mailing !== undefined),
    ...consuming,
    name: 'mails',
    pauses,
    mostUnderWay: 32,
    async send({ storeId, kind, recipient, sequence, facts, isKept }) {
      const link = await linkOfMail(consuming.db, storeId, facts)
      const mail = rendered(kind, facts, link)
      const noted = (answer: string, kept: string | null) =>
        Prisma.sql`subject = ${mail.subject}::text, answer = ${answer.slice(0, answerCharacters)}::text, kept = ${kept}::text`
      if (isKept) return { isTaken: true, answer: noted('Kept: the store has a test clock.', 'test_clock') }
      if (!mailing) return { isTaken: false, isFinal: true, answer: noted('Not sent: MAIL_URL is not set.', null) }
      const { isTaken, isFinal, answer } = await mailing.transport.send({
        ...mail,
        to: { name: oneLine(facts.gift?.recipient ?? facts.customer.name), address: recipient },
        from: { name: oneLine(facts.shop.sender ?? facts.shop.name), address: mailing.from },
        replyTo: facts.shop.replyTo ?? undefined,
        messageId: messageIdOf(mailing.from, { storeId, sequence, kind }),
      })
      return { isTaken, isFinal: !isTaken && isFinal, answer: noted(answer, null) }
    },
  }
}
