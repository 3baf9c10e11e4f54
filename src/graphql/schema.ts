/** The table of contents: every resource, and the schema they make together. */
import '../resources/carts/schema.ts'
import '../resources/coupons/schema.ts'
import '../resources/customers/schema.ts'
import '../resources/inventory/schema.ts'
import '../resources/metadata/schema.ts'
import '../resources/orders/schema.ts'
import '../resources/product-instances/schema.ts'
import '../resources/products/schema.ts'
import '../resources/shipments/schema.ts'
import '../resources/subscriptions/cancel.ts'
import '../resources/subscriptions/schema.ts'
import '../resources/subscriptions/skip.ts'
import '../resources/subscriptions/update.ts'
import '../resources/surveys/schema.ts'
import '../resources/transactions/schema.ts'
import { builder } from './builder.ts'

// Unsorted: the place of an enum's value is its integer code.
export const schema = builder.toSchema({ sortSchema: false })
