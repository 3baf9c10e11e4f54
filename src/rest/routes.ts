/** The table of contents: every row of the REST contract, and the fragments their operations are made of. */
import * as carts from '../resources/carts/routes.ts'
import * as coupons from '../resources/coupons/routes.ts'
import * as customers from '../resources/customers/routes.ts'
import * as inventory from '../resources/inventory/routes.ts'
import * as log from '../resources/log/routes.ts'
import * as metadata from '../resources/metadata/routes.ts'
import * as orders from '../resources/orders/routes.ts'
import * as productInstances from '../resources/product-instances/routes.ts'
import * as products from '../resources/products/routes.ts'
import * as shipments from '../resources/shipments/routes.ts'
import * as subscriptions from '../resources/subscriptions/routes.ts'
import * as surveys from '../resources/surveys/routes.ts'
import * as transactions from '../resources/transactions/routes.ts'
import type { Route } from './route.ts'

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
  metadata,
  log,
  shipments,
  customers,
]

export const routes: Route[] = chapters.flatMap((chapter) => chapter.routes ?? [])

export const fragments: string = chapters.map((chapter) => chapter.fragments ?? '').join('\n')
