/** Foresees whether stock covers the renewals to come of a subscription, in turn with all that is to be sent over the whole store. */
import { comingDeliveries, untilTurn } from '../../../purchases/stock/coming-deliveries.ts'
import type { UpcomingRenewal } from './forecast.ts'

/** Coming deliveries that are looked at; of what is behind them nothing is known. */
const mostTurns = 10_000

const daySeconds = 86_400

/** The stock of an instance, and what its coming deliveries take. Times are seconds since 1970. */
export type Cover = {
  instanceId: bigint
  onHand: number
  /** The pieces up to the next renewal of the subscription, its own included; null where that is not among the deliveries. */
  own: number | null
  /** The time of the last delivery that was looked at, where there may be more behind it. */
  until: number | null
  /** The pieces of all deliveries up to the end of a day, of each day that has some: when it begins, and how many. */
  days: readonly (readonly [day: number, total: number])[]
}

const seconds = (time: string) => `extract(epoch FROM ${time})::float8`

/**
 * Writes the SQL of a cover as JSON, over the columns of a subscription: of the instance that it renews with; null where its count is not kept.
 */
export function coverSql(column: (name: string) => string): string {
  const instance = `coalesce(${column('scheduledProductInstanceId')}, ${column('productInstanceId')})`
  return `(
    SELECT json_build_object('instanceId', stock.product_instance_id, 'onHand', stock.quantity_on_hand, 'own', max(turn.own), 'until', max(turn.until),
      'days', coalesce(json_agg(json_build_array(turn.day, turn.total) ORDER BY turn.day) FILTER (WHERE turn.day IS NOT NULL), '[]'))
    FROM product_inventory AS stock LEFT JOIN LATERAL (
      SELECT ${seconds("date_trunc('day', due, 'UTC')")} AS day, max(total) AS total,
        max(total) FILTER (WHERE is_renewal AND id = ${column('id')}) AS own, max(${seconds('due')}) FILTER (WHERE turn = ${mostTurns}) AS until
      FROM (
        SELECT due, is_renewal, id, sum(pieces) OVER turns AS total, row_number() OVER turns AS turn
        FROM (${comingDeliveries('stock.product_instance_id', { most: mostTurns })}) AS coming WINDOW turns AS ${untilTurn}
      ) AS counted WHERE turn <= ${mostTurns} GROUP BY 1
    ) AS turn ON true
    WHERE stock.store_id = $1 AND stock.product_instance_id = ${instance} AND stock.track_inventory
    GROUP BY stock.store_id, stock.id
  )`
}

/** A renewal, and whether stock covers it; null where that is not known. */
export type CoveredRenewal = UpcomingRenewal & { covered: boolean | null }

/**
 * Says of each renewal whether stock covers it. The next one has its turn among the deliveries; those behind it take their pieces besides,
 * after all deliveries of their day. Pure.
 *
 * @param cover null where the count is not kept.
 */
export function* withCover(renewals: Iterable<UpcomingRenewal>, cover: Cover | null): Generator<CoveredRenewal, void> {
  let besides = 0
  let isNext = true
  for (const renewal of renewals) {
    const { lines } = renewal.priced
    const isOther = lines.some(({ productInstanceId }) => productInstanceId !== cover?.instanceId)
    if (!cover || isOther) yield { ...renewal, covered: null }
    else if (isNext && cover.own !== null) yield { ...renewal, covered: cover.own <= cover.onHand }
    else {
      besides += lines.reduce((sum, { quantity }) => sum + quantity, 0)
      yield { ...renewal, covered: coveredAt(renewal.date, besides, cover) }
    }
    isNext = false
  }
}

/** Whether there are so many pieces at a time, besides those of the deliveries up to the end of its day. */
function coveredAt(date: Date, pieces: number, { onHand, until, days }: Cover): boolean | null {
  const at = date.getTime() / 1_000
  const total = days.findLast(([day]) => day < at + daySeconds - (at % daySeconds))?.[1] ?? 0
  if (total + pieces > onHand) return false
  return until !== null && at > until ? null : true
}
