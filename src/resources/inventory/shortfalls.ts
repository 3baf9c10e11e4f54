/** Shortfalls: instances whose stock does not cover their coming deliveries, in the order in which it runs out. */
import { comingDeliveries, untilTurn } from '../../purchases/stock/coming-deliveries.ts'
import { merchantOnly } from '../audience.ts'
import { computedList } from '../describe.ts'

/** The limit of a number in an answer. */
const most = 2_147_483_647

computedList('InventoryShortfall', {
  description: 'An instance of which fewer are on the shelf than its coming deliveries take.',
  scope: 'inventory',
  access: merchantOnly,
  url: '/v1/product_instances/{productInstanceId}/inventory/',
  list: 'inventoryShortfalls',
  columns: {
    productId: { kind: 'id', description: 'The product.' },
    productInstanceId: { kind: 'id', description: 'The instance of it that there are too few of.' },
    onHand: { kind: 'integer', description: 'How many are on the shelf.' },
    needed: { kind: 'integer', description: 'How many its coming deliveries take.' },
    short: { kind: 'integer', description: 'How many are missing.' },
    runsOutAt: { kind: 'time', description: 'When the first delivery is to be made for which there are too few.' },
    deliveries: { kind: 'integer', description: 'How many deliveries there are too few for: that one, and all behind it.' },
  },
  relations: {
    product: { model: 'Product', from: 'productId', description: 'The product.' },
    instance: {
      model: 'ProductInstance',
      from: 'productInstanceId',
      description: 'The instance of it that there are too few of.',
    },
  },
  argument: {
    ...{ name: 'days', from: 1, to: 366, initially: 30 },
    description: 'How many days ahead deliveries count, from now by the clock of the store',
  },
  // Each instance has its deliveries by an index, in the order in which they are due.
  sql(bind, { value: days, now }) {
    const until = `(SELECT coalesce(clock_now, ${bind(now)}::timestamptz) + make_interval(days => ${bind(days)}::int) FROM store WHERE id = $1)`
    return `
        SELECT stock.store_id, product_instance_id AS id, product_instance_id, product_id, quantity_on_hand AS on_hand,
          least(needed, ${most})::int AS needed, least(needed - quantity_on_hand, ${most})::int AS short, runs_out_at, deliveries::int
        FROM product_inventory AS stock CROSS JOIN LATERAL (
          SELECT sum(pieces) AS needed, min(due) FILTER (WHERE total > quantity_on_hand) AS runs_out_at,
            count(*) FILTER (WHERE total > quantity_on_hand) AS deliveries
          FROM (
            SELECT due, pieces, sum(pieces) OVER ${untilTurn} AS total
            FROM (${comingDeliveries('stock.product_instance_id', { until })}) AS coming
          ) AS counted
        ) AS turn
        WHERE stock.store_id = $1 AND track_inventory AND needed > quantity_on_hand`
  },
  orderBy: [{ runsOutAt: 'asc' }],
  points: 100,
})
