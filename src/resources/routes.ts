/** The table of contents: every row of the REST contract, and the fragments their operations are made of. */
import type { Route } from '../rest/route.ts'
import { createTable } from '../rest/table.ts'
import * as accountLinks from './account-links/routes.ts'
import * as addresses from './addresses/routes.ts'
import * as cancellationReasons from './cancellation-reasons/routes.ts'
import * as consents from './consents/routes.ts'
import * as coupons from './coupons/routes.ts'
import * as credit from './credit/routes.ts'
import * as customers from './customers/routes.ts'
import * as disputes from './disputes/routes.ts'
import * as events from './events/routes.ts'
import * as figures from './figures/routes.ts'
import * as inventory from './inventory/routes.ts'
import * as invoices from './invoices/routes.ts'
import * as log from './log/routes.ts'
import * as mails from './mails/routes.ts'
import * as metadata from './metadata/routes.ts'
import * as carts from './orders/carts/routes.ts'
import * as orders from './orders/routes.ts'
import * as paymentMethods from './payment-methods/routes.ts'
import * as productInstances from './product-instances/routes.ts'
import * as products from './products/routes.ts'
import * as refunds from './refunds/routes.ts'
import { schema } from './schema.ts'
import * as search from './search/routes.ts'
import * as shipments from './shipments/routes.ts'
import * as shippingZones from './shipping-zones/routes.ts'
import * as staff from './staff/routes.ts'
import * as store from './store/routes.ts'
import * as subscriptionMovements from './subscription-movements/routes.ts'
import * as cancelOffers from './subscriptions/cancel-offers/routes.ts'
import * as subscriptions from './subscriptions/routes.ts'
import * as surveys from './surveys/routes.ts'
import * as tags from './tags/routes.ts'
import * as taxRates from './tax-rates/routes.ts'
import * as transactions from './transactions/routes.ts'
import * as webhooks from './webhooks/routes.ts'
import * as withdrawals from './withdrawals/routes.ts'

const chapters: { routes?: Route[]; fragments?: string }[] = [
  subscriptions,
  coupons,
  carts,
  orders,
  surveys,
  productInstances,
  inventory,
  products,
  transactions,
  refunds,
  disputes,
  invoices,
  credit,
  subscriptionMovements,
  search,
  figures,
  metadata,
  log,
  events,
  store,
  shipments,
  customers,
  addresses,
  paymentMethods,
  taxRates,
  shippingZones,
  webhooks,
  consents,
  withdrawals,
  cancellationReasons,
  cancelOffers,
  accountLinks,
  mails,
  staff,
  tags,
]

const routes: Route[] = chapters.flatMap((chapter) => chapter.routes ?? [])

const fragments = chapters.map((chapter) => chapter.fragments ?? '').join('\n')

/** The table of the contract. */
export const restTable = createTable(schema, {
  routes,
  fragments,
  searched: ['name', 'customer.name', 'product.name', 'order.customer.name', 'subscription.customer.name'],
  credentials: {
    merchant: 'A merchant key: HTTP Basic with client id and secret, or Authorization: Bearer <client_id>.<client_secret>.',
    store:
      "A customer's token: Authorization: Bearer <token>. Products and their inventory need none, and take a merchant key too.",
  },
})

/** Its rows. */
export const table = restTable.rows
