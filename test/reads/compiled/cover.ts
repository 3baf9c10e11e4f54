/** The cover of a subscription's renewals, over rows in memory. */
import type { Cover } from '../../../src/resources/subscriptions/forecast/cover.ts'
import type { Row, Rows } from './rows.ts'

type Coming = { due: number; pieces: number; isRenewal: number; id: bigint }

const daySeconds = 86_400

/** Null where the count of the instance is not kept. */
export function coverOver(rows: Rows, subscription: Row): Cover | null {
  const instanceOf = (row: Row) => row.scheduledProductInstanceId ?? row.productInstanceId
  const instance = instanceOf(subscription)
  const ofStore = (model: string) => rows.ofStore(model, subscription.storeId)
  const stock = ofStore('ProductInventory').find((row) => row.productInstanceId === instance)
  if (!stock?.trackInventory) return null
  const seconds = (time: unknown) => (time as Date).getTime() / 1_000
  const deliveries = ofStore('Fulfillment')
    .filter((row) => row.instanceId === instance && row.status === 'open' && !row.onHold)
    .filter(({ taken, quantity }) => Number(taken) < Number(quantity))
    .map((row): Coming => {
      const pieces = Number(row.quantity) - Number(row.taken)
      return { due: seconds(row.adjustedFulfillmentDate), pieces, isRenewal: 0, id: row.id }
    })
  const renewals = ofStore('Subscription')
    .filter((row) => instanceOf(row) === instance && row.status === 'active' && row.autorenew)
    .filter(({ isGift, paymentUnderWay }) => !isGift && !paymentUnderWay)
    .map((row): Coming => {
      const pieces = Number(row.scheduledQuantity ?? row.quantity)
      return { due: seconds(row.endDate), pieces, isRenewal: 1, id: row.id }
    })
  const coming = [...deliveries, ...renewals].sort(
    (one, other) => one.due - other.due || one.isRenewal - other.isRenewal || Number(one.id - other.id),
  )
  const days = new Map<number, number>()
  let [total, own]: [number, number | null] = [0, null]
  for (const { due, pieces, isRenewal, id } of coming) {
    total += pieces
    if (isRenewal && id === subscription.id) own = total
    days.set(Math.floor(due / daySeconds) * daySeconds, total)
  }
  return { instanceId: instance as bigint, onHand: Number(stock.quantityOnHand), own, until: null, days: [...days] }
}
