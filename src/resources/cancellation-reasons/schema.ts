/** The reasons for cancelling that a store lists for its customers, and their writes. */
import { recordWrites } from '../../records/record-writes.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { count, oneOf, reference, text } from '../../values/writable.ts'
import type { Write } from '../../writes/write.ts'
import { live, only } from '../audience.ts'
import { resource } from '../describe.ts'

const all = { rows: () => ({}) }

resource('CancellationReason', {
  scope: 'subscriptions',
  columns: {
    id: 'customer',
    storeId: 'merchant',
    code: 'customer',
    words: 'customer',
    position: 'customer',
    offer: 'customer',
    couponId: 'merchant',
    archivedAt: 'merchant',
  },
  archivedBy: 'archivedAt',
  access: { merchant: all, ...only(live, { customer: all }) },
  url: '/v1/cancellation_reasons/{id}/',
  record: 'cancellationReason',
  list: 'cancellationReasons',
})

/** The most reasons of a store that are not archived: they are shown in one list. */
const maxReasons = 50

const maxCode = 1_000_000

/** The store is locked, so that two at once do not pass the limit. */
async function checkRoom(write: Write): Promise<void> {
  await write.lockStore()
  if ((await write.count('CancellationReason', { archivedAt: null })) >= maxReasons)
    throw badInput(`A store lists at most ${maxReasons} reasons; archive one first.`)
}

/** Refuses a code that another reason has. The store is locked, so that two at once do not take one. */
async function checkCode(write: Write, code: number): Promise<void> {
  await write.lockStore()
  if ((await write.count('CancellationReason', { code, archivedAt: null })) > 0)
    throw badInput(say`${field('code')} ${code} is another reason's.`)
}

/** An offer of a percentage is a coupon of one. */
async function checkCoupon({ tx, viewer: { storeId } }: Write, id: bigint | null): Promise<void> {
  if (id === null) return
  const coupon = await tx.coupon.findUnique({ where: { storeId_id: { storeId, id } }, select: { discountType: true } })
  if (coupon?.discountType !== 'percent')
    throw badInput(say`${field('couponId')} must name a coupon that takes off a percentage.`)
}

recordWrites('CancellationReason', {
  fields: {
    code: count('Its code, which `cancel_reason` of a subscription then is', { max: maxCode }),
    words: text('Its words, as customers read them', { max: 200, notBlank: true }),
    position: count('Its place in the list, from the smallest', { max: 1_000, initially: 0 }),
    offer: oneOf(
      'The offer to a customer who gives it, made once for a subscription',
      ['skip', 'pause', 'percent', 'change'],
      'CancelOfferKind',
      { ifNull: 'nothing' },
    ),
    couponId: reference(
      'Coupon',
      'The coupon of an offer of `percent`, without which that offers nothing: its percentage, and its renewals',
      { ifNull: 'none' },
    ),
  },
  checkWritten: (write, row) => checkCoupon(write, row.couponId as bigint | null),
  create: {
    async columns(write, row) {
      await checkRoom(write)
      await checkCode(write, (row as { code: number }).code)
      return {}
    },
  },
  update: {
    check: async (write, row, { code }) => {
      if (code !== undefined && code !== row.code) await checkCode(write, code)
    },
  },
  archivedBy: 'archivedAt',
  async checkRestorable(write, { code }) {
    await checkRoom(write)
    await checkCode(write, code)
  },
})
