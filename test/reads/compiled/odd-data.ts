/**
 * The worst data there can be, in every column that is shown: numbers beyond 2^53, texts that mean something to SQL or to JSON,
 * the first and the last time, free-form JSON with any key, and nothing wherever there may be nothing. Written past the app,
 * which would refuse much of it.
 */

import type { Db } from '../../../src/db/connect.ts'
import { metadataEntries } from '../../../src/resources/metadata/entries.ts'
import type { Column } from '../../../src/schema/model.ts'
import type { Resource } from '../../../src/schema/registry.ts'
import { snakeCase } from '../../../src/values/text.ts'
import { customer, neighbour } from '../../access/isolation/principals.ts'
import { rules } from '../../access/isolation/visible-columns.ts'
import { isStored, resourceOf } from '../../support/described.ts'
import { ofStore } from '../../support/of-store.ts'
import { beforeChecks } from '../../support/old-rows.ts'
import { today } from '../../support/template.ts'

const texts = [
  'it\'s "quoted" \\ and \\" \\\\',
  'emoji 👩‍👩‍👧 👋🏽 and 𝕌',
  'line\u2028 and\u2029 ends\r\n\t',
  'control \u0001\u0008\u000c\u001b\u007f\u0085 \ufeff\ufffe',
  'Zürich ÉCOLE ñandú e\u0301',
  '',
  ' null ',
  '100%_of\\_it',
  '\'; DROP TABLE "order"; -- $1',
  '{"a": [1, 2]}',
  '</script><!-- ]]>',
  'שלום العربية 日本語',
]
const amounts = ['9007199254740993', '-9007199254740993', '9223372036854775807', '-9223372036854775808', '0', '4503599627370497']
const numbers = ['0.1', '1e21', '1e-7', '123456789.12345679', '-0', '1.7976931348623157e308', '5e-324', '100']
const integers = ['2147483647', '-2147483648', '0', '1']
const times = [
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '2024-02-29T12:00:00Z',
]
const json = [
  '{"__proto__": {"polluted": true}, "constructor": [], "": "empty", "a.b": 1, "q\\"\\\\": "\\u2028", "toString": null}',
  '{"big": 12345678901234567890123, "small": -9007199254740993, "fraction": 0.10, "exponent": 1e400, "minus": -0}',
  '[]',
  '{}',
  '[null, true, false, [[[{}]]], {"deep": {"deeper": {"deepest": [1, {"é👋": "\\u0001"}]}}}]',
  '"text"',
  '12.50',
  'true',
]
const lists = ['{}', '{read_orders}', '{"*",admin}']

const oddities: Partial<Record<Column['kind'], { type: string; values: readonly string[] }>> = {
  text: { type: 'text', values: texts },
  amount: { type: 'bigint', values: amounts },
  number: { type: 'float8', values: numbers },
  integer: { type: 'int', values: integers },
  time: { type: 'timestamptz', values: times },
  json: { type: 'jsonb', values: json },
}

/** Columns that the database holds to rules. */
const kept = new Set([
  ...['Coupon.code', 'Customer.email', 'Metadata.data'],
  ...['Order.total', 'OrderProduct.quantity', 'ProductInventory.confidence', 'SubscriptionTypeTerm.numCycles'],
  ...['ProductBilling.rebillDay', 'ProductBilling.rebillMonths', 'ProductBilling.rebillWeeks'],
  ...['MerchantKey.revokedAt', 'MerchantKey.previousWorksUntil', 'Fulfillment.quantity', 'Coupon.uses', 'Coupon.maxUses'],
  // The rest that can be refunded is computed from them.
  'OrderProduct.taxLines',
  // A live one would change the price of renewals.
  ...['TaxRate.archivedAt', 'ShippingZone.archivedAt'],
  ...['Coupon.maxUsesPerCustomer', 'Coupon.minSubTotal', 'Coupon.startsAt', 'Coupon.endsAt'],
])

/** Links that a rule of the database wants, or that nothing would be shown without. */
const linked = new Set(['Metadata', 'ProductImage', 'Cart'])

/** The columns of a table that take no oddity: those of a unique index, and those of a CHECK that has held from the beginning. */
async function boundColumns(db: Db, table: string): Promise<Set<string>> {
  const found = await db.$queryRaw<{ name: string }[]>`
    SELECT attname::text AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND (
      EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisunique AND attnum = ANY(indkey))
      OR EXISTS (SELECT FROM pg_constraint WHERE conrelid = attrelid AND contype = 'c' AND attnum = ANY(conkey)))`
  return new Set(found.map(({ name }) => name))
}

/** Puts oddities into some rows of every column of a resource that is shown. */
async function makeOdd(db: Db, { model, columns }: Resource): Promise<void> {
  const table = `"${snakeCase(model.name)}"`
  const bound = await boundColumns(db, table)
  const set: string[] = []
  const values: string[][] = []
  const shown = [...columns.values()].filter((column) => isStored(column) && !kept.has(`${model.name}.${column.name}`))
  for (const [index, { name, kind, list, required }] of shown.entries()) {
    const column = `"${snakeCase(name)}"`
    const odd = list || bound.has(snakeCase(name)) ? undefined : oddities[kind]
    const cases: string[] = []
    const isLink = kind === 'id' && linked.has(model.name)
    if (!required && !isLink) cases.push(`WHEN (id + ${index}) % 4 = 0 THEN NULL`)
    if (odd) {
      values.push([...odd.values])
      const chosen = `($${values.length}::text[])[1 + ((id + ${index}) / 3 % ${odd.values.length})::int]`
      cases.push(`WHEN (id + ${index}) % ${required ? 5 : 2} = 1 THEN ${chosen}::${odd.type}`)
    }
    if (cases.length > 0) set.push(`${column} = CASE ${cases.join(' ')} ELSE ${column} END`)
  }
  // Invoices, consents and frozen addresses refuse every change.
  if (model.name === 'Invoice' || model.name === 'Consent') return
  const changeable = model.name === 'Address' ? 'WHERE frozen_key IS NULL' : ''
  if (set.length > 0) await db.$executeRawUnsafe(`UPDATE ${table} SET ${set.join(', ')} ${changeable}`, ...values)
}

const metadata = [
  '{"__proto__": {"polluted": true}, "constructor": "c", "": "empty", "a.b": 1, "a": {"c": "d"}, "q\\"\\\\": "\\u2028"}',
  '{"big": 12345678901234567890123, "fraction": 0.10, "text": "12345678901234567890123", "minus": -0}',
  '{}',
  '{"list": ["x", {"y": 5}, null, []], "nothing": null, "yes": true, "no": "false", "since": "2026-01-02T10:00:00+02:00"}',
  '{"color": "Blue", "n": 10, "deep": {"deeper": {"deepest": [1, {"é👋": "\\u0001"}]}}}',
  '{"color": "blue", "n": "9", "since": "2026-01-02", "100%": "100%_of\\\\it"}',
  '{"n": "10.0", "big": "4111111111111111", "fraction": "0.100", "minus": "-0.0", "list": ["1e3", "0042", "+5", ".5"]}',
  '{"n": 10.0, "big": 4111111111111111, "fraction": 0.30000000000000004, "minus": "-1.50", "list": ["1000", 42, 5, 0.5]}',
]

/** Gives odd metadata to records that have none. */
async function addMetadata(db: Db): Promise<void> {
  for (const owner of ['customer', 'subscription', 'cart', 'order', 'product'] as const) {
    const free = await db.$queryRawUnsafe<{ id: bigint; store_id: bigint }[]>(
      `SELECT id, store_id FROM "${owner}" o WHERE NOT EXISTS (SELECT FROM metadata WHERE ${owner}_id = o.id) ORDER BY id LIMIT 10`,
    )
    for (const [index, { id, store_id: storeId }] of free.entries()) {
      const data = metadata[index % metadata.length] as string
      await db.$executeRawUnsafe(
        `INSERT INTO metadata (store_id, ${owner}_id, data, created_at, updated_at) VALUES ($1, $2, $3::jsonb, $4, $4)`,
        ...[storeId, id, data, today],
      )
      const whose = { storeId, ownerType: owner, ownerId: id }
      await db.metadataEntry.createMany({ data: metadataEntries(JSON.parse(data)).map((entry) => ({ ...entry, ...whose })) })
    }
  }
}

/** Adds rows where the demo stores have hardly any. */
async function addSparse(db: Db): Promise<void> {
  await db.store.update({ where: { id: 1n }, data: { customersMay: ['cancel', 'skip'] } })
  const orders = await db.order.findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' }, take: 8 })
  const entry = { storeId: 1n, createdAt: today, actor: 'worker', surface: 'worker', operation: 'x', requestId: 'y' } as const
  await db.logEntry.createMany({ data: orders.flatMap(({ id }) => [1, 2, 3].map(() => ({ ...entry, orderId: id }))) })
  const products = await db.product.findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' } })
  const coupons = await db.coupon.findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' } })
  const limits = coupons.flatMap(({ id }) =>
    products.slice(Number(id % 3n), 6).map((product) => ({ couponId: id, productId: product.id })),
  )
  await db.couponProduct.createMany({ data: limits.map((each) => ({ ...each, storeId: 1n })), skipDuplicates: true })
  await db.subscription.updateMany({ where: { storeId: 1n, id: { in: [2n, 13n] } }, data: { fixedPrice: 1111n } })
  const [sold] = await db.subscriptionTypeTerm.findMany({ include: { subscriptionType: true }, where: { storeId: 1n }, take: 1 })
  const subscribers = await db.subscription.findMany({
    where: { storeId: 1n, status: 'active' },
    orderBy: { id: 'asc' },
    take: 12,
  })
  for (const [index, { id, termId, productInstanceId }] of subscribers.entries()) {
    const other = sold && (await db.productInstance.findFirst({ where: { productId: sold.subscriptionType.productId } }))
    const isOther = index % 3 === 0
    await db.subscription.update({
      where: ofStore(id),
      data: {
        scheduledTermId: isOther && sold ? sold.id : termId,
        scheduledProductInstanceId: index % 3 < 2 && other ? other.id : productInstanceId,
        scheduledQuantity: 1 + index,
        scheduledFixedPrice: index % 2 === 0 ? null : BigInt(index * 100),
      },
    })
  }
  const origins = texts.map((_text, index) => ({ storeId: 1n, origin: `https://o${index}.example`, createdAt: today }))
  await db.allowedOrigin.createMany({ data: origins })
  // Tags as they are written, with their keys.
  for (const table of ['customer', 'order', 'subscription', 'product'])
    await db.$executeRawUnsafe(
      `UPDATE "${table}" SET tags = CASE id % 3 WHEN 0 THEN ARRAY['Été', 'VIP'] ELSE ARRAY['vip'] END,
         tag_keys = CASE id % 3 WHEN 0 THEN ARRAY['ete', 'vip'] ELSE ARRAY['vip'] END WHERE id % 3 < 2`,
    )
  const keys = lists.map((_list, index) => ({ clientId: `odd-${index}`, secretHash: 'none', revokedAt: today }))
  await db.merchantKey.createMany({ data: keys.map((each) => ({ ...each, storeId: 1n, createdAt: today, scopes: [] })) })
  for (const [index, list] of lists.entries())
    await db.$executeRawUnsafe('UPDATE merchant_key SET scopes = $1::text[] WHERE client_id = $2', list, `odd-${index}`)
}

/** Lays out the values of metadata that was written without them. */
async function addEntries(db: Db): Promise<void> {
  for (const { storeId, ownerType, ownerId, data } of await db.metadata.findMany({ where: { entries: { none: {} } } })) {
    const entries = metadataEntries(data as object as Record<string, unknown>)
    await db.metadataEntry.createMany({ data: entries.map((entry) => ({ ...entry, storeId, ownerType, ownerId })) })
  }
}

/** Makes the data of both stores odd. */
export async function addOddData(db: Db): Promise<void> {
  await addSparse(db)
  await addEntries(db)
  // Rows from before the CHECKs are read like all others.
  await beforeChecks(db, async () => {
    for (const name of Object.keys(rules))
      if (name !== 'InventoryCount' && !resourceOf(name).computed) await makeOdd(db, resourceOf(name))
    await addMetadata(db)
    // Nothing is shown to a customer who is archived.
    await db.customer.updateMany({
      where: { id: { in: [customer, neighbour].map(({ customerId = 0n }) => customerId) } },
      data: { archivedAt: null },
    })
  })
}
