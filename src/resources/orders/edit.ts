/** Edits an order of which nothing was sent: its lines and its address, with the money and the stock that they come to. */

import type { Shape } from '../../db/shape.ts'
import { planDeliveries, stockMoved } from '../../purchases/edit/edit-deliveries.ts'
import { editPayment } from '../../purchases/edit/edit-payment.ts'
import { type EditedLine, planEdit } from '../../purchases/edit/edit-plan.ts'
import { editEventTypes } from '../../purchases/edit/edit-rows.ts'
import { settleFreeEdit } from '../../purchases/edit/edit-settle.ts'
import { basisOf, type EditedOrder, linesBefore, lockEditedOrder, sumsOf } from '../../purchases/edit/edited-order.ts'
import type { StoredEdit } from '../../purchases/edit/stored-edit.ts'
import { purchase, resumeByKey } from '../../purchases/payment/charge.ts'
import { soldTo } from '../../purchases/price/sale-facts.ts'
import { refundEventTypes } from '../../purchases/refund/refund-written.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { checked } from '../../values/written-values.ts'
import type { PendingCharge, Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { builder, mutation } from '../describe.ts'
import { type AskedEditLine, checkEditable, checkKept, readLines } from './edit-rules.ts'
import { editedLines } from './edited-lines.ts'
import { pick, pickMethod, readFacts } from './facts.ts'
import { instanceInput } from './inputs.ts'
import { checkNotChanging, checkNotDisputed, readRefundFacts } from './refund-facts.ts'
import { storesReason } from './writable.ts'

const line = builder.inputType('EditOrderLineInput', {
  description: 'A line of an order as it is to be: one that it has, or a new one.',
  fields: (t) => ({
    id: t.id({ description: 'The line of the order, which keeps its price.' }),
    productInstance: t.field({
      type: instanceInput,
      description: "The instance of a new line, which is bought once, at today's price.",
    }),
    quantity: t.int({ description: 'How many; as many as there are unless given, 1 of a new line.' }),
  }),
})

mutation('editOrder', {
  charges: true,
  description:
    'Edits an order of which nothing was sent. The difference to what was paid is charged, and a declined charge leaves it as it was; or it is given back, to the card first. No subscription changes.',
  emits: [...editEventTypes, 'payment.captured', 'payment.failed', 'inventory.low', ...refundEventTypes],
  input: (t) => ({
    id: t.id({ required: true, description: 'The order, which is open and paid.' }),
    lines: t.field({
      type: [line],
      description:
        'All of its lines afterwards, which takes the scope `write_refunds` as well: those that are not named are taken off, unless a subscription began or renewed with one.',
    }),
    addressId: t.id({
      description: 'The address of its customer that it goes to from now on, and its unsent shipments with it.',
    }),
    ...inputFields(t, storesReason),
  }),
  besides: ({ lines }) => (lines ? ['refunds'] : []),
  shows: { field: 'order', resource: 'Order' },
  write: (write, input) => editOrder(write, input),
})

type EditInput = {
  id: string
  lines?: readonly AskedEditLine[] | null | undefined
  addressId?: string | null | undefined
  reason?: string | null | undefined
}

async function editOrder(
  write: Write,
  { id, lines, addressId: askedAddress, reason: asked }: EditInput,
): Promise<Written | PendingCharge> {
  const resumed = await resumeByKey(write)
  if (resumed) return resumed
  const { tx, viewer } = write
  const order = await write.lock('Order', { id: readId(field('id'), id) })
  const reason = checked(storesReason, { reason: asked }).reason ?? null
  if (lines == null && askedAddress == null) throw badInput(say`${field('lines')} or ${field('addressId')} must be given.`)
  const found = (await lockEditedOrder(tx, viewer.storeId, order.id)) as EditedOrder
  checkEditable(order, {
    ...found,
    sent: found.own.filter(({ status }) => status === 'fulfilled').length,
    open: found.parcels.length,
  })
  await checkNotChanging(write, order, 'edited')
  const facts = await readRefundFacts(write, order)
  checkNotDisputed(facts, 'edited')
  const before = linesBefore(found.lines)
  const read = lines == null ? undefined : readLines(lines, before)
  if (read) checkKept(before, read, await refundedLineIds(write, order))
  const instanceIds = (read ?? []).map((each) => (each.line ? each.line.productInstanceId : each.instanceId))
  const sold = await readFacts(write, order.customerId, instanceIds, order.addressId)
  const address = askedAddress == null ? undefined : pick(sold.addresses, askedAddress, 'addressId')
  const sentTo = address ?? sold.sentTo
  // An order from before the store charged tax as it does now stays without.
  const isTaxed = sold.tax?.store.pricesIncludeTax === order.taxIncluded
  const to = soldTo({ sentTo, tax: isTaxed ? sold.tax : null, zones: sold.zones }, write.now)
  const after = read && editedLines(found, read, sold.instances, { facts, sold: to })
  const isMoved = address !== undefined && !(await isSentThere(write, found, address.id))
  const isChanged = after !== undefined && !isSame(before, after)
  if (!isMoved && !isChanged) return { id: order.id }

  const of = { orderId: order.id, basis: basisOf(found), sums: sumsOf(order), lines: before }
  const planned = planEdit(of, isChanged ? after : undefined, facts)
  const edit: StoredEdit = {
    ...{ ...planned, reason, stock: planned.lines ? stockMoved(planDeliveries(before, planned.lines, found.open)) : [] },
    ...(isMoved && { addressId: address.id }),
  }
  if (edit.difference <= 0) return settleFreeEdit(write, found, edit, facts)
  const method = sold.paymentMethods.find((each) => each.id === order.paymentMethodId) ?? pickMethod(sold, null)
  if (!method) throw new Refusal('PAYMENT_METHOD_MISSING', 'The customer has no payment method.', 'lines')
  return purchase(write, editPayment(found, edit, method.id), { token: method.token, currency: sold.currency })
}

const isSame = (before: readonly { id: bigint; quantity: number }[], after: readonly EditedLine[]): boolean =>
  before.length === after.length &&
  before.every(({ id, quantity }) => after.some((line) => line.id === id && line.quantity === quantity))

/** Whether an order, and each of its unsent parcels, goes to an address of the customer as that is now. */
async function isSentThere({ tx, viewer }: Write, { order, parcels }: EditedOrder, addressId: bigint): Promise<boolean> {
  if (parcels.some(({ shipment }) => shipment.shipAddressId !== addressId)) return false
  const [frozen] = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT frozen.id FROM address AS live JOIN address AS frozen
      ON frozen.store_id = live.store_id AND frozen.customer_id = live.customer_id AND frozen.frozen_key = address_content(live)
    WHERE live.store_id = ${viewer.storeId}::bigint AND live.id = ${addressId}::bigint`
  return frozen?.id === order.addressId
}

/** The lines of an order that a refund names, be it done, under way or failed. */
async function refundedLineIds({ tx, viewer }: Write, { id: orderId }: Shape<'Order'>): Promise<ReadonlySet<bigint>> {
  const { storeId } = viewer
  const rows = await tx.refundLine.findMany({
    where: { storeId, orderProduct: { storeId, orderId } },
    select: { orderProductId: true },
  })
  return new Set(rows.map(({ orderProductId }) => orderProductId))
}
