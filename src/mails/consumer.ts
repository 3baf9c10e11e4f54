/** The consumer of events that sends mails to customers, or keeps them where a store has a test clock. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Consumer, Consuming } from '../consumers/consumer.ts'
import { expired, isExpired } from './expiry.ts'
import { oneLine, type StoredFacts } from './facts.ts'
import type { MailKind } from './kinds.ts'
import { linkOfMail } from './link.ts'
import { rendered } from './render.ts'
import { mailRows } from './rows.ts'
import { senderOf } from './sender.ts'
import type { Mailing } from './transport.ts'

/** The content of a claimed mail. */
type Addressable = {
  kind: MailKind
  recipient: string
  customerId: bigint | null
  sequence: bigint | null
  facts: StoredFacts
  createdAt: Date
  /** Why it is kept and not sent, where it is. */
  kept: 'test_clock' | 'demo' | null
  /** Whether its address takes no mails. */
  isRefused: boolean
  /** The answer to the last try. */
  lastAnswer: string | null
}

/** A mail that was refused since there is no such address. */
type RefusedAddress = { customerId: bigint; recipient: string; mailId: bigint; tries: number; answer: string }

type Mailed = Consuming & {
  mailing: Mailing
  /** Marks an address that takes no mails, and gives up the mail: a write of the resource, see resources/mails/refuse-address.ts. */
  refuse?: (storeId: bigint, refused: RefusedAddress) => Promise<unknown>
}

const minute = 60_000
const hour = 60 * minute

/** The pauses between the tries; with what chance adds they end within a day. */
const pauses: readonly number[] = [1 * minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour]

/** The longest answer of a relay that is kept. */
const answerCharacters = 500

/** The id of a mail, the same each time that it is sent: a relay or a reader that gets it twice knows it. One that is sent again on request has its own. */
const messageIdOf = (
  from: string,
  { storeId, id, sequence, kind }: { storeId: bigint; id: bigint; sequence: bigint | null; kind: string },
) => `<${storeId}.${sequence ?? `again-${id}`}.${kind}@${from.slice(from.lastIndexOf('@') + 1)}>`

/** The answer that is noted where it is not known whether the relay took a mail: it is given once more, and then given up. */
const unknown = 'Not known whether it was taken: '

const because = { test_clock: 'Kept: the store has a test clock.', demo: 'Kept: the demo store has no relay.' }

/** The fault of an address that a mail cannot be sent to: whatever could be read as several. */
const isOneAddress = (text: string): boolean => /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(text)

export const mailConsumer = (consuming: Mailed): Consumer<Addressable> => {
  const { mailing, refuse, ...environment } = consuming
  return {
    ...mailRows(mailing !== undefined),
    ...environment,
    name: 'mails',
    pauses,
    mostUnderWay: 64,
    async send({ storeId, id, tries, kind, recipient, customerId, sequence, facts, createdAt, kept, isRefused, lastAnswer }) {
      const noted = (answer: string, subject: string | null = null) =>
        Prisma.sql`subject = coalesce(${subject}::text, subject), answer = ${answer.slice(0, answerCharacters)}::text`
      const givenUp = (answer: string) => ({ isTaken: false, isFinal: true, answer: noted(answer) })
      if (kept === null && isExpired(kind, createdAt, environment.clock.now())) return givenUp(expired)
      if (isRefused) return givenUp('Not sent: the address takes no mails.')
      if (!isOneAddress(recipient)) return givenUp('Not sent: this is no address that a mail can be sent to.')
      const mail = rendered(kind, facts, await linkOfMail(environment.db, storeId, facts))
      if (kept) return { isTaken: true, answer: noted(because[kept], mail.subject) }
      if (!mailing) return givenUp('Not sent: MAIL_URL is not set.')
      const from = senderOf(mailing, facts.shop.host)
      const { isTaken, isFinal, isAddress, isUnknown, answer } = await mailing.transport.send({
        ...mail,
        to: { name: oneLine(facts.gift?.recipient ?? facts.customer.name), address: recipient },
        from: { name: oneLine(facts.shop.sender ?? facts.shop.name), address: from },
        replyTo: facts.shop.replyTo ?? undefined,
        messageId: messageIdOf(mailing.from, { storeId, id, sequence, kind }),
      })
      if (isUnknown)
        return {
          isTaken: false,
          isFinal: lastAnswer?.startsWith(unknown) === true,
          answer: noted(`${unknown}${answer}`, mail.subject),
        }
      return {
        ...{ isTaken, isFinal: !isTaken && isFinal, answer: noted(answer, mail.subject) },
        ...(isAddress &&
          customerId !== null &&
          refuse && { giveUp: () => refuse(storeId, { customerId, recipient, mailId: id, tries, answer }) }),
      }
    },
  }
}
