/** Shows a customer who is about to cancel the one offer of the store, and keeps what became of it. */
import { readId } from '../../../values/id.ts'
import { field } from '../../../values/sentence.ts'
import { wholeSecond } from '../../../values/time.ts'
import { changesOfNew } from '../../../writes/changes.ts'
import type { Write } from '../../../writes/write.ts'
import { builder, checkCredential, mutation } from '../../describe.ts'
import { lockSubscription, type SubscriptionRow, termOf } from '../row.ts'
import { checkAnswerable, checkOfferable, mutationOf, nothingOffered } from './offer-rules.ts'

const shows = { field: 'cancelOffer', resource: 'CancelOffer' } as const

mutation('showCancelOffer', {
  permission: 'cancel',
  emits: ['cancel_offer.shown'],
  description:
    'Says what the store offers a customer who is about to cancel for a reason, which is shown once for a subscription. It is refused where nothing is offered, or what is offered is not allowed now.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    cancelReason: t.int({ required: true, description: 'The code of the reason, one of those that the store lists.' }),
  }),
  shows,
  async write(write, { id, cancelReason }) {
    const row = await lockSubscription(write, id)
    const [known] = await write.read('CancelOffer', { subscriptionId: row.id })
    if (known) throw nothingOffered()
    const [reason] = await write.read('CancellationReason', { code: cancelReason, archivedAt: null })
    if (!reason?.offer || (reason.offer === 'percent' && reason.couponId === null)) throw nothingOffered()
    await checkAllowed(write, row, reason.offer)
    const { id: subscriptionId, customerId } = row
    const columns = { subscriptionId, customerId, reasonCode: reason.code, kind: reason.offer, couponId: reason.couponId }
    const offer = await write.insert('CancelOffer', { ...columns, shownAt: wholeSecond(write.now) })
    return { id: offer, subscriptionId, customerId, changes: changesOfNew(columns) }
  },
})

/** Refuses an offer of what the writer, or the subscription as it is, does not allow. */
async function checkAllowed(write: Write, row: SubscriptionRow, kind: keyof typeof mutationOf): Promise<void> {
  checkCredential(mutationOf[kind], write.viewer)
  checkOfferable(kind, row, write.now, await termOf(write, row))
}

const outcome = builder.enumType('CancelOfferAnswer', {
  description: 'The answer to an offer.',
  values: { accepted: { description: 'It was accepted.' }, declined: { description: 'It was declined.' } },
})

mutation('answerCancelOffer', {
  permission: 'cancel',
  emits: ['cancel_offer.answered'],
  description:
    'Keeps what became of an offer. It does nothing else: what was accepted, such as a skip, is a write of its own. Repeating it changes nothing.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The offer.' }),
    outcome: t.field({ type: outcome, required: true, description: 'Whether it was accepted.' }),
  }),
  shows,
  async write(write, { id, outcome: answer }) {
    const row = await write.lock('CancelOffer', { id: readId(field('id'), id) })
    const { subscriptionId, customerId } = row
    if (checkAnswerable(row, answer)) await write.change(row, { outcome: answer, answeredAt: wholeSecond(write.now) })
    return { id: row.id, subscriptionId, customerId }
  },
})
