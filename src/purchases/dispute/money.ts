/** Moves the money of a dispute: its transaction, and the revenue of the order's subscriptions and of its customer. */
import type { Shape } from '../../db/shape.ts'
import { wholeSecond } from '../../values/time.ts'
import type { Write } from '../../writes/write.ts'
import { spread } from '../price/spread.ts'

type MovedByDispute = { order: Shape<'Order'>; amount: bigint; reference: string }

/** Withdraws the amount of a dispute. @returns the transaction. */
export async function withdraw(write: Write, { order, amount, reference }: MovedByDispute): Promise<bigint> {
  const { storeId, id: orderId, isTest } = order
  const { id } = await write.tx.transaction.create({
    data: {
      ...{ storeId, orderId, isTest, kind: 'dispute', result: 'refunded', total: amount },
      ...{ gatewayReference: reference, createdAt: wholeSecond(write.now) },
    },
    select: { id: true },
  })
  await moveRevenue(write, order, -amount)
  return id
}

/** Notes that the amount came back. */
export async function bringBack(write: Write, { order, amount }: Omit<MovedByDispute, 'reference'>, id: bigint): Promise<void> {
  const data = { reversedAt: wholeSecond(write.now) }
  await write.tx.transaction.update({ where: { storeId_id: { storeId: order.storeId, id } }, data, select: { id: true } })
  await moveRevenue(write, order, amount)
}

/** The revenue of the subscriptions, by what their lines were charged, and then of the customer; they are locked in this order. */
async function moveRevenue({ tx }: Write, { storeId, id, customerId }: Shape<'Order'>, amount: bigint): Promise<void> {
  const lines = await tx.orderProduct.findMany({
    where: { storeId, orderId: id },
    orderBy: { id: 'asc' },
    select: { subscriptionId: true, charged: true },
  })
  const sign = amount < 0n ? -1n : 1n
  const shares = spread(
    Number(sign * amount),
    lines.map(({ charged }) => Number(charged)),
  )
  const ofSubscriptions = lines
    .flatMap(({ subscriptionId }, place) =>
      subscriptionId === null ? [] : [{ id: subscriptionId, share: sign * BigInt(shares[place] ?? 0) }],
    )
    .sort((one, other) => Number(one.id - other.id))
  for (const { id: subscriptionId, share } of ofSubscriptions)
    await tx.$executeRaw`
      UPDATE subscription SET revenue = revenue + ${share}::bigint WHERE store_id = ${storeId}::bigint AND id = ${subscriptionId}::bigint`
  await tx.$executeRaw`
    UPDATE customer SET total_revenue = total_revenue + ${amount}::bigint WHERE store_id = ${storeId}::bigint AND id = ${customerId}::bigint`
}
