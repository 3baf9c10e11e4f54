/** The table of contents, in the order in which people ask for what is in it: every resource, and the schema they make. */
import './subscriptions/schema.ts'
import './subscriptions/cancel.ts'
import './subscriptions/reactivate.ts'
import './subscriptions/renew.ts'
import './subscriptions/skip.ts'
import './subscriptions/update.ts'
import './orders/schema.ts'
import './orders/create.ts'
import './orders/refund.ts'
import './orders/update.ts'
import './subscriptions/renewal-forecast.ts'
import './customers/schema.ts'
import './customers/session.ts'
import './customers/token.ts'
import './customers/writes.ts'
import './addresses/schema.ts'
import './addresses/writes.ts'
import './payment-methods/schema.ts'
import './payment-methods/replace.ts'
import './payment-methods/writes.ts'
import './products/schema.ts'
import './products/set.ts'
import './products/set-many.ts'
import './products/billing.ts'
import './products/update.ts'
import './subscriptions/archive-product.ts'
import './product-instances/schema.ts'
import './products/images.ts'
import './products/prices.ts'
import './inventory/schema.ts'
import './inventory/update.ts'
import './inventory/update-many.ts'
import './shipments/schema.ts'
import './shipments/follow.ts'
import './shipments/ship.ts'
import './transactions/schema.ts'
import './refunds/schema.ts'
import './credit/schema.ts'
import './credit/add.ts'
import './carts/schema.ts'
import './coupons/schema.ts'
import './coupons/add.ts'
import './coupons/remove.ts'
import './coupons/writes.ts'
import './surveys/schema.ts'
import './surveys/create.ts'
import './surveys/delete.ts'
import './surveys/replace.ts'
import './products/parts.ts'
import './metadata/schema.ts'
import './metadata/delete.ts'
import './metadata/write.ts'
import './store/schema.ts'
import './store/advance-clock.ts'
import './store/update.ts'
import './log/schema.ts'
import './events/schema.ts'
import './merchant-keys/schema.ts'
import './merchant-keys/create.ts'
import './merchant-keys/revoke.ts'
import './merchant-keys/rotate.ts'
import './allowed-origins/schema.ts'
import './allowed-origins/add.ts'
import './allowed-origins/remove.ts'
import './webhooks/schema.ts'
import './webhooks/create.ts'
import './webhooks/delete.ts'
import './webhooks/replay.ts'
import './webhooks/rotate.ts'
import './webhooks/test.ts'
import './webhooks/update.ts'
import { toSchema } from './describe.ts'

/** The description of the schema, in Markdown. */
const welcome = `\
A subscription-commerce store: its products and customers, the subscriptions and orders they make, and what is paid and shipped.

**Begin** with \`subscriptions\`, \`orders\`, \`customers\` or \`products\`. Each is a list that takes \`filter\`, \`orderBy\`, and \`first\` with \`after\` or \`offset\`; beside it stands one record by its id, such as \`subscription(id: 1)\`. From a record its relations lead on. By its \`nodeId\`, the name that it shares with no other record of any type, \`node\` answers it too.

**Who asks** is said by the header \`Authorization\`: \`Bearer <client_id>.<client_secret>\` for a merchant key, \`Bearer <token>\` for a customer. Whatever belongs to another store is answered like what there is not.

**Writes** are mutations. Each answers the record as it is then, or says in \`userErrors\` why nothing was written; sent with the header \`Idempotency-Key\` it may be repeated safely. What may be done now tells \`actions\`, what was done \`log\`.

**Errors** carry one of the values of \`ErrorCode\` in \`extensions.code\`. What an answer cost is in \`extensions.cost\`.

Amounts are integers in the smallest unit of the store's currency, which \`store\` and every record with amounts tell; times are ISO 8601 in UTC. All of this can be had over REST, too: see \`/v1/\`.`

export const schema = toSchema(welcome)
