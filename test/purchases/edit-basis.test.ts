/** The digest of what an edit is planned by: what refunds say of the order's lines is a part of it. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { basisOf, type EditedOrder } from '../../src/purchases/edit/edited-order.ts'

const order = {
  ...{ status: 'open', financialStatus: 'paid', fulfillmentStatus: 'unfulfilled', cancelledAt: null },
  ...{ addressId: 3n, total: 300n, refundedAmount: 0n },
} as EditedOrder['order']
const found = (given: EditedOrder['given']): EditedOrder => ({
  ...{ order, lines: [], own: [], open: [], parcels: [], isRefunding: false, isCharging: false },
  given,
})

it('is that of kept plans of the version before, where no refund names a line', () => {
  const text = '[["open","paid","unfulfilled",null,"3","300","0",false,false],[],[]]'
  expect(basisOf(found([]))).toBe(createHash('sha256').update(text).digest('hex'))
})

it('changes with the lines that refunds name, how many times they do, and their pieces', () => {
  const given: EditedOrder['given'][] = [[], [[1, 1, 0]], [[2, 1, 0]], [[1, 2, 0]], [[1, 1, 2]]]
  expect(new Set(given.map((each) => basisOf(found(each)))).size).toBe(given.length)
})
