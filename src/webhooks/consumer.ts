/** Sends events to webhooks: the consumer that signs a delivery, posts it, and disables a webhook whose endpoint fails for too long. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Consumer, Consuming } from '../consumers/consumer.ts'
import { contextInProcess, operatorIn } from '../in-process.ts'
import type { Gateways } from '../payments/gateways.ts'
import type { RunMutation } from '../schema/mutation-options.ts'
import { type Outside, type Posted, post } from './post.ts'
import { webhookRows } from './rows.ts'
import { signedHeaders } from './signature.ts'

/** The content of a delivery, and the secrets that sign it. */
type Signable = { isTest: boolean; messageId: string; request: string; url: string; secrets: string[] }

/** The answer of an endpoint as columns. */
type AnswerColumns = { status: number | null; answer: string | null; fault: string | null; milliseconds: number }

type DisablingInput = { webhookId: bigint; because: string; givenUp?: { id: bigint; tries: number; came: AnswerColumns } }

export type Sending = Consuming & {
  gateways: Gateways
  outside: Outside
  /** Disables a webhook, and gives up the delivery that caused it: a write of the resource, see resources/webhooks/disable.ts. */
  disable: RunMutation<DisablingInput>
  /** Called when events wait for their numbers. */
  eventsWritten?: () => void
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The pauses between the tries. With what chance adds they end within three days. */
export const pauses: readonly number[] = [
  ...[5 * second, 1 * minute, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 20 * hour, 24 * hour],
]

const gone = 410

export const webhookConsumer = (sending: Sending): Consumer<Signable> => ({
  ...webhookRows,
  ...sending,
  name: 'webhooks',
  pauses,
  mostUnderWay: 128,
  async send({ storeId, subscriberId: webhookId, id, tries, isTest, url, request: body, messageId, secrets }) {
    const headers = signedHeaders(messageId, sending.clock.now(), body, secrets)
    const posted = await post({ url, headers, body }, sending.outside)
    const came = { status: null, answer: null, fault: null, ...posted }
    const isGone = came.status === gone
    return {
      // Any status from 200 to 299 takes a delivery; a redirect is no answer.
      isTaken: came.status !== null && came.status >= 200 && came.status <= 299,
      isFinal: isTest || isGone,
      answer: Prisma.sql`status = ${came.status}::int, answer = ${came.answer}::text, fault = ${came.fault}::text,
        milliseconds = ${came.milliseconds}::int`,
      ...(!isTest && {
        giveUp: () =>
          disableIn(storeId, sending, {
            webhookId,
            because: isGone ? goneForGood : tooOften(posted),
            givenUp: { id, tries, came },
          }),
      }),
    }
  },
})

const goneForGood = 'The endpoint answered 410: it is gone for good.'
const tooOften = (last: Posted): string =>
  `A delivery failed ${pauses.length + 1} times within three days. The last time: ${'fault' in last ? last.fault : `It answered ${last.status}.`}`

/** Disables a webhook of a store, as the worker. */
export async function disableIn(
  storeId: bigint,
  { db, clock, gateways, disable, report, eventsWritten = () => {} }: Omit<Sending, 'outside' | 'chance'>,
  disabling: DisablingInput,
): Promise<void> {
  const viewer = await operatorIn(db, storeId, 'worker')
  if (viewer) await disable(contextInProcess({ db, gateways, viewer, clock, now: clock.now(), report, eventsWritten }), disabling)
}
