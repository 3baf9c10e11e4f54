/** Creates coupons, updates them, and switches them off and on. */
import { recordWrites } from '../../records/record-writes.ts'
import { checkCoupon, derivedOf } from './rules.ts'
import { writable } from './writable.ts'

recordWrites('Coupon', {
  fields: writable,
  check: checkCoupon,
  derive: derivedOf,
  create: {},
  update: {},
  upsert: { plural: 'coupons' },
  changes: {
    disable: {
      description:
        'Disables a coupon: it can no longer be used or added, and lowers no renewal of a subscription that it is on. What it has lowered stays.',
      event: 'disabled',
      sets: () => ({ enabled: false }),
    },
    enable: { description: 'Enables a coupon again.', event: 'enabled', sets: () => ({ enabled: true }) },
  },
})
