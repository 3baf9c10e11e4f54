/** Marks the address of a customer that takes no mails: where the relay refuses it, or tells of it later. */

import type { Clock } from '../../db/clock.ts'
import type { Db } from '../../db/connect.ts'
import type { Shape } from '../../db/shape.ts'
import { contextInProcess, operatorIn } from '../../in-process.ts'
import type { Gateways } from '../../payments/gateways.ts'
import { emailKeys } from '../../values/case-key.ts'
import { notFound } from '../../values/errors.ts'
import { text } from '../../values/writable.ts'
import { email } from '../../values/writable-texts.ts'
import { checked } from '../../values/written-values.ts'
import type { Write } from '../../writes/write.ts'
import { mutation, operation } from '../describe.ts'

type Refused = { customerId: bigint; recipient: string; mailId: bigint; tries: number; answer: string }

const eventType = 'customer.mail_refused'

/** Marks a customer's address, unless it is marked. */
async function mark(write: Write, customer: Shape<'Customer'>, because: string) {
  const { id } = customer
  if (customer.mailRefusedAt) return { id, customerId: id, isNothing: true as const }
  await write.change(customer, { mailRefusedAt: write.now, mailRefusedBecause: because })
  return { id, customerId: id }
}

const refuseAddress = operation('refuseAddress', {
  emits: [eventType],
  shows: { resource: 'Customer' },
  async write(write, { customerId, recipient, mailId, tries, answer }: Refused) {
    const customer = await write.lock('Customer', { id: customerId })
    const mail = await write.find('Mail', { id: mailId, tries, state: 'sending' })
    if (mail) await write.change(mail, { state: 'failed', nextTryAt: null, scheduledAt: null, answer })
    // The address has changed meanwhile, or is that of the recipient of a gift.
    if (customer.email !== recipient) return { id: customerId, isNothing: true }
    const marked = await mark(write, customer, answer)
    const { mailRefusedAt, mailRefusedBecause } = write.changes
    return { ...marked, changes: { ...(mailRefusedAt && { mailRefusedAt }), ...(mailRefusedBecause && { mailRefusedBecause }) } }
  },
})

type Marking = { db: Db; clock: Clock; gateways: Gateways; eventsWritten?: () => void }

/** The write as the worker does it. */
export const refuseAddressIn =
  ({ db, clock, gateways, eventsWritten = () => {} }: Marking) =>
  async (storeId: bigint, refused: Refused): Promise<void> => {
    const viewer = await operatorIn(db, storeId, 'worker')
    if (viewer) await refuseAddress(contextInProcess({ db, gateways, viewer, clock, now: clock.now(), eventsWritten }), refused)
  }

const given = {
  email: email('The address of the customer that mails were returned from, in any case', {}),
  because: text('The words of the server that returned it', { max: 500, notBlank: true }),
}

mutation('reportBounce', {
  description:
    'Marks the address of a customer, since the relay tells that mails to it were returned for good: it gets no mails until it changes. Of mails that were returned for now there is nothing to report.',
  emits: [eventType],
  scope: 'mails',
  input: (t) => ({
    email: t.string({ required: true, description: given.email.description }),
    because: t.string({ required: true, description: given.because.description }),
  }),
  shows: { field: 'customer', resource: 'Customer' },
  async write(write, input) {
    const { email: address = '', because = '' } = checked(given, input)
    const where = { storeId: write.viewer.storeId, emailKey: { in: emailKeys(address) }, archivedAt: null }
    const found = await write.tx.customer.findFirst({ where, select: { id: true } })
    if (!found) throw notFound('No customer has this address.')
    return mark(write, await write.lock('Customer', { id: found.id }), because)
  },
})
