/** Plans what an edit of an order does to its deliveries. Pure. */
import type { Shape } from '../../db/shape.ts'
import { type SharedAmounts, shareOf, sharesOf, sum } from '../price/spread.ts'
import type { EditedLine, LineBefore } from './edit-plan.ts'

type DeliveryColumns = 'id' | 'instanceId' | 'subscriptionId' | 'quantity' | 'taken' | 'cycleNumber' | 'shipping' | 'tax'

/** An open delivery of the order. */
type OpenDelivery = Pick<Shape<'Fulfillment'>, DeliveryColumns>

/** The columns of a delivery that an edit changes; `taken` are its pieces that are off the stock. */
type Changed = Pick<OpenDelivery, 'quantity' | 'taken' | 'shipping' | 'tax'>

export type PlannedDeliveries<Delivery extends OpenDelivery> = {
  changed: Map<Delivery, Changed>
  /** The deliveries of lines that are taken off. */
  cancelled: Delivery[]
  /** Of each line that is added one. */
  added: { instanceId: bigint; quantity: number; taken: number; shipping: number; tax: number }[]
}

/**
 * The open deliveries of each line: of a subscription all its cycles; of products bought once, of which two lines may have the same instance,
 * those of the instance in their order.
 *
 * @returns none of a line whose deliveries cannot be told from those of another line.
 */
export function deliveriesOfLines<Delivery extends OpenDelivery>(
  lines: readonly LineBefore[],
  open: readonly Delivery[],
): Map<bigint, Delivery[]> {
  const once = Map.groupBy(
    open.filter(({ subscriptionId }) => subscriptionId === null),
    ({ instanceId }) => instanceId,
  )
  const alike = Map.groupBy(
    lines.filter(({ subscriptionId }) => subscriptionId === undefined),
    ({ productInstanceId }) => productInstanceId,
  )
  return new Map(
    lines.map((line) => {
      const { id, subscriptionId, productInstanceId } = line
      if (subscriptionId !== undefined) return [id, open.filter((each) => each.subscriptionId === subscriptionId)]
      const [own, others] = [once.get(productInstanceId) ?? [], alike.get(productInstanceId) ?? []]
      const delivery = own.length === others.length ? own[others.indexOf(line)] : undefined
      return [id, delivery ? [delivery] : []]
    }),
  )
}

/** Plans the deliveries of lines that are changed, taken off and added. */
export function planDeliveries<Delivery extends OpenDelivery>(
  before: readonly LineBefore[],
  after: readonly EditedLine[],
  open: readonly Delivery[],
): PlannedDeliveries<Delivery> {
  const own = deliveriesOfLines(before, open)
  const kept = new Map(after.flatMap((line) => (line.id === undefined ? [] : [[line.id, line] as const])))
  const planned: PlannedDeliveries<Delivery> = { changed: new Map(), cancelled: [], added: [] }
  for (const line of before) {
    const [now, deliveries] = [kept.get(line.id), own.get(line.id) ?? []]
    if (!now) planned.cancelled.push(...deliveries)
    else if (now.quantity !== line.quantity)
      for (const [delivery, changed] of withPieces(deliveries, line, now)) planned.changed.set(delivery, changed)
  }
  for (const { id, productInstanceId, quantity, isTracked, shipping, tax } of after)
    if (id === undefined)
      planned.added.push({ instanceId: productInstanceId, quantity, taken: isTracked ? quantity : 0, shipping, tax })
  return planned
}

/** The deliveries of a line with more pieces, or fewer, which share what they did of it; the first one has them off the stock. */
function withPieces<Delivery extends OpenDelivery>(
  deliveries: readonly Delivery[],
  before: LineBefore,
  { isTracked, ...now }: EditedLine,
): [Delivery, Changed][] {
  const more = now.quantity - before.quantity
  const partOf = (name: keyof SharedAmounts) =>
    shareOf(now[name], sum(deliveries.map((delivery) => Number(delivery[name]))), before[name])
  const shares = sharesOf(
    { shipping: partOf('shipping'), tax: partOf('tax') },
    deliveries.map((delivery) => delivery.quantity + more),
  )
  return deliveries.map((delivery, index) => {
    const quantity = delivery.quantity + more
    // Pieces that a refund put on hand are taken again when they are sent.
    const gained = delivery.cycleNumber === 1 && isTracked ? Math.max(0, more) : 0
    const [shipping, tax] = [BigInt(shares[index]?.shipping ?? 0), BigInt(shares[index]?.tax ?? 0)]
    return [delivery, { quantity, taken: Math.min(delivery.taken, quantity) + gained, shipping, tax }]
  })
}

/** The pieces of each instance that an edit takes, by instance; those that come free are below 0. */
export function stockMoved({
  changed,
  cancelled,
  added,
}: PlannedDeliveries<OpenDelivery>): { instanceId: bigint; quantity: number }[] {
  const moved = new Map<bigint, number>()
  const add = (id: bigint, pieces: number) => moved.set(id, (moved.get(id) ?? 0) + pieces)
  for (const [{ instanceId, taken }, now] of changed) add(instanceId, now.taken - taken)
  for (const { instanceId, taken } of cancelled) add(instanceId, -taken)
  for (const { instanceId, taken } of added) add(instanceId, taken)
  return [...moved]
    .filter(([, quantity]) => quantity !== 0)
    .map(([instanceId, quantity]) => ({ instanceId, quantity }))
    .sort((one, other) => Number(one.instanceId - other.instanceId))
}
