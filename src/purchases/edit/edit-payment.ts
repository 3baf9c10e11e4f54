/** The plan of the payment of an edit. Pure. */

import { type Plan, planFrom } from '../payment/stored-plan.ts'
import type { EditedOrder } from './edited-order.ts'
import type { StoredEdit } from './stored-edit.ts'

/** Plans the payment of an edit that charges a difference: its lines are the pieces that it takes off the stock. */
export function editPayment({ order, parcels }: EditedOrder, edit: StoredEdit, paymentMethodId: bigint): Plan {
  const { storeId, customerId, isTest } = order
  const taken = new Map(edit.stock.map(({ instanceId, quantity }) => [instanceId, quantity]))
  const lines = (edit.lines ?? []).map(({ productId, productInstanceId, name, sku, price, shipping }) => {
    const quantity = Math.max(0, taken.get(productInstanceId) ?? 0)
    taken.delete(productInstanceId)
    return { productId, productInstanceId, name, sku, price, quantity, shipping, isTracked: quantity > 0 }
  })
  const amount = edit.difference
  const none = { totalDiscount: 0, totalShipping: 0, totalTax: 0, creditApplied: 0 }
  return planFrom({
    ...{ version: 2, storeId, customerId, paymentMethodId, shows: 'order', isRenewal: false, isTest },
    addressId: edit.addressId ?? order.addressId ?? parcels[0]?.shipment.shipAddressId ?? 0n,
    ...{ lines, totals: { subTotal: amount, totalPrice: amount, total: amount, charge: amount, ...none } },
    ...{ subscriptionCouponIds: [], orderId: edit.orderId, edit },
  })
}
