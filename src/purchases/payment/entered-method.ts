/** Stores the card that a customer has entered on a page of the gateway, when its charge is settled. */
import { lockRow, type Tx } from '../../db/transaction.ts'
import { rememberCustomer } from '../../payments/customers.ts'
import type { EnteredMethod } from '../../payments/gateway.ts'
import { fromNothing } from '../../writes/changes.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import type { RecordedPayment } from './payment.ts'

type MadeMethod = { id: bigint; events: EmittedEvent[] }

/**
 * Stores the method of a payment that has none. One that a visitor entered, who may be another person, pays this purchase and its renewals
 * alone; another becomes the default where the customer has none.
 *
 * @returns the method, with the event of a new one.
 */
export async function storeEntered(
  tx: Tx,
  { id, gateway, plan }: RecordedPayment,
  method: EnteredMethod,
  at: Date,
): Promise<MadeMethod> {
  const { storeId, customerId } = plan
  const { token: gatewayToken, gatewayCustomer, ...card } = method
  // Of two cards at once one is the first.
  await lockRow(tx, 'Payment', { storeId, id })
  await lockRow(tx, 'Customer', { storeId, id: customerId })
  // The gateway's customer of a visitor is not that of the customer, who may be another person.
  const enteredByVisitor = plan.isVisitors ?? false
  if (!enteredByVisitor) await rememberCustomer(tx, { storeId, customerId, gateway }, gatewayCustomer)
  const of = { storeId, customerId, archivedAt: null }
  const others = await tx.paymentMethod.findMany({
    where: of,
    select: { id: true, gateway: true, gatewayToken: true, enteredByVisitor: true },
  })
  const alike = others.filter((each) => each.enteredByVisitor === enteredByVisitor)
  const known = alike.find((each) => each.gateway === gateway && each.gatewayToken === gatewayToken && gateway !== 'sandbox')
  const shown = { customerId, ...card, isDefault: alike.length === 0 && !enteredByVisitor, enteredByVisitor }
  const data = { ...shown, storeId, gateway, gatewayToken, gatewayCustomer, createdAt: at }
  const { id: methodId } = known ?? (await tx.paymentMethod.create({ data, select: { id: true } }))
  const where = { storeId_id: { storeId, id } }
  await tx.payment.update({ where, data: { paymentMethodId: methodId }, select: { id: true } })
  const created: EmittedEvent = {
    ...{ type: 'payment_method.created', recordType: 'payment_method', id: methodId, customerId },
    changes: fromNothing(shown),
  }
  return { id: methodId, events: known ? [] : [created] }
}
