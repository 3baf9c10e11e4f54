/** The kinds of purchases. A stored plan has one form for all, which the version before reads too; its kind follows from what it names. Pure. */
import type { StoredEdit } from '../edit/stored-edit.ts'
import type { ChangedSubscription } from '../subscription/term-deliveries.ts'
import type { Plan, PlannedLine } from './stored-plan.ts'

/** The part of a line that renews or changes a subscription. */
export type RenewedPart = NonNullable<PlannedLine['subscription']> & { id: bigint }

/** The parts of each kind of purchase beside its plan. */
type PartsOf = {
  /** A new order, with the subscriptions that begin with it. */
  new: object
  /** A renewal or a reactivation, with a new order. */
  renewal: { renewed: RenewedPart }
  /** Another attempt to pay the open order of a cart. */
  cartOrder: { orderId: bigint }
  /** Another attempt to pay the open order of a renewal. */
  openOrder: { renewed: RenewedPart; orderId: bigint }
  /** An immediate change of a subscription that costs something, with an order for the difference. */
  change: { renewed: RenewedPart; changed: ChangedSubscription; instanceId: bigint }
  /** An edit of an order that costs something. */
  edit: { edit: StoredEdit }
}

export type PurchaseKind = keyof PartsOf

/** A purchase of a kind, or of any. */
export type Purchase<Kind extends PurchaseKind = PurchaseKind> = {
  [Each in Kind]: { kind: Each; plan: Plan } & PartsOf[Each]
}[Kind]

/** The purchase of a plan. */
export function purchaseOf(plan: Plan): Purchase {
  const { storeId, orderId, cartId, change, edit } = plan
  if (edit) return { kind: 'edit', plan, edit }
  if (cartId !== undefined && orderId !== undefined) return { kind: 'cartOrder', plan, orderId }
  for (const { subscription, productInstanceId: instanceId } of plan.lines) {
    if (subscription?.id === undefined) continue
    const { id: subscriptionId } = subscription
    const renewed = { ...subscription, id: subscriptionId }
    if (change) return { kind: 'change', plan, renewed, changed: { storeId, subscriptionId, change }, instanceId }
    return orderId === undefined ? { kind: 'renewal', plan, renewed } : { kind: 'openOrder', plan, renewed, orderId }
  }
  return { kind: 'new', plan }
}
