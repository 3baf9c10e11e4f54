/** Asks for one and the same write over either surface, and brings the two answers into one shape. */

import { statusOf } from '../../src/http/status.ts'
import type { ErrorCode } from '../../src/values/errors.ts'
import { snakeCase } from '../../src/values/text.ts'
import type { Store } from '../support/store.ts'

export type Surface = 'REST' | 'GraphQL'
export const surfaces: readonly Surface[] = ['REST', 'GraphQL']

export type Answer = {
  /** The REST status; for GraphQL the one its code has there. */
  status: number
  /** The code of the refusal; REST shows none. */
  code: string | undefined
  message: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
  record: any
  replayed: boolean
  retryAfter: string | null
}

type Input = Record<string, unknown>
type Options = { key?: string; as?: string; isDryRun?: boolean }

const subscription =
  'subscription { id autorenew endDate skippedDate startDate status note credit customer { id } term { id numCycles } }'
const order = `order {
  id customerId isGift isRenewal financialStatus fulfillmentStatus status placedAt subTotal total totalPrice totalShipping totalTax
  cancelledAt cancelReason editedAt editReason editDifference refundedAmount cardRefundedAmount creditApplied orderGiftInfo { giftMessage giftRecipientName giftRecipientEmail }
  products { id productId productInstanceId name price quantity total discount shipping tax charged }
}`

const shipment = `shipment {
  id status shippedAt deliveredAt returnedAt carrier trackingNumber trackingUrl
  fulfillments { id orderId status quantity shipping tax } labels { carrier trackingNumber cost createdAt }
}`

const refund = `refund {
  id actId orderId status amount cardAmount creditAmount shipping tax reason restock failureReason settledAt
  lines { orderProductId quantity amount shipping shippingTax tax cardAmount restocked stillToShip withdrawn }
  refunds { id actId status amount cardAmount creditAmount failureReason lines { quantity amount restocked } }
}`

const openCart = `cart {
  id customerId orderId completed addressId products { productInstanceId termId quantity } coupons { couponId codeUsed }
  pricing {
    price { lines { price quantity discount shipping tax total } subTotal totalDiscount totalShipping totalTax total creditApplied charge }
    renewals { productInstanceId termId months weeks cycles subTotal totalDiscount totalShipping total }
    problem
  }
}`

type Write = { rest: (input: Input) => [request: string, body: Input]; shows: string; created?: true }

const on = (path: string, flag: Input = {}): Write => ({
  rest: ({ id, ...body }) => [`PUT /v1/subscriptions/${id}/${path}`, { ...body, ...flag }],
  shows: subscription,
})

const onShipment = (path: string): Write => ({
  rest: ({ id, ...body }) => [`PUT /v1/shipments/${id}/${path}/`, body],
  shows: shipment,
})

/** Writes by their mutation. */
const writes = {
  updateSubscription: on(''),
  cancelSubscription: on('cancel/'),
  reactivateSubscription: on('reactivate/'),
  renewSubscription: on('renew/'),
  pauseSubscription: on('pause/'),
  resumeSubscription: on('resume/'),
  changeSubscription: on('change/'),
  skipSubscription: on('skip/', { skip: true }),
  unskipSubscription: on('skip/', { unskip: true }),
  addSubscriptionCoupon: {
    rest: ({ subscription_id, ...body }) => [`POST /v1/subscriptions/${subscription_id}/coupons/`, body],
    shows: 'subscriptionCoupon { id codeUsed }',
    created: true,
  },
  updateShipment: { rest: ({ id, ...body }) => [`PUT /v1/shipments/${id}/`, body], shows: shipment },
  shipShipment: onShipment('ship'),
  deliverShipment: onShipment('deliver'),
  returnShipment: onShipment('return'),
  cancelShipment: onShipment('cancel'),
  adjustInventory: {
    rest: ({ product_instance_id, ...body }) => [`POST /v1/product_instances/${product_instance_id}/inventory/adjust/`, body],
    shows: 'inventory { productInstanceId quantityOnHand }',
    created: true,
  },
  refundOrder: {
    rest: ({ id, ...body }) => [`POST /v1/orders/${id}/refunds/`, body],
    shows: refund,
    created: true,
  },
  cancelOrder: { rest: ({ id, ...body }) => [`PUT /v1/orders/${id}/cancel/`, body], shows: order },
  editOrder: { rest: ({ id, ...body }) => [`PUT /v1/orders/${id}/edit/`, body], shows: order },
  createCart: { rest: (input) => ['POST /v1/carts/', input], shows: openCart, created: true },
  updateCart: { rest: ({ id, ...body }) => [`PUT /v1/carts/${id}/`, body], shows: openCart },
  checkoutCart: {
    rest: ({ id, ...body }) => [`PUT /v1/carts/${id}/checkout/`, body],
    shows: openCart.replace('completed', 'completed order { id status financialStatus total creditApplied }'),
  },
  createOrder: { rest: (input) => ['POST /v1/orders/', input], shows: order, created: true },
} satisfies Record<string, Write>

export type WriteName = keyof typeof writes

/** The writes of subscriptions by the name they have among its actions. */
export const actions = {
  cancel: 'cancelSubscription',
  reactivate: 'reactivateSubscription',
  skip: 'skipSubscription',
  unskip: 'unskipSubscription',
  renew: 'renewSubscription',
  pause: 'pauseSubscription',
  resume: 'resumeSubscription',
  change_product: 'changeSubscription',
  change_address: 'updateSubscription',
  change_payment_method: 'updateSubscription',
  add_coupon: 'addSubscriptionCoupon',
} as const satisfies Record<string, WriteName>

/** Asks for a write; the input is in the contract's names on both surfaces. */
export function ask(store: Store, surface: Surface, name: WriteName, input: Input, options: Options = {}): Promise<Answer> {
  return surface === 'REST' ? askRest(store, name, input, options) : askGraphql(store, name, input, options)
}

const headersOf = (store: Store, { key, as = store.merchant }: Options) => ({
  Authorization: as,
  'Content-Type': 'application/json',
  ...(key && { 'Idempotency-Key': key }),
})

const isReplayed = (headers: Headers) => headers.get('idempotent-replayed') === 'true'

async function askRest(store: Store, name: WriteName, input: Input, options: Options): Promise<Answer> {
  const [request, given] = writes[name].rest(input)
  const [method = '', path = ''] = request.split(' ')
  const body = JSON.stringify(given)
  const headers = { ...headersOf(store, options), ...(options.isDryRun && { 'X-Dry-Run': 'true' }) }
  const response = await store.fetch(path, { method, headers, body })
  const answer = (await response.json()) as { errors?: string[] }
  const isRefused = response.status >= 400
  return {
    status: response.status,
    code: undefined,
    message: isRefused ? answer.errors?.join(' ') : undefined,
    record: isRefused ? undefined : answer,
    replayed: isReplayed(response.headers),
    retryAfter: response.headers.get('retry-after'),
  }
}

async function askGraphql(store: Store, name: WriteName, input: Input, options: Options): Promise<Answer> {
  const { shows, created } = writes[name] as Write
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
  const query = `mutation($input: ${type}, $dryRun: Boolean) { ${name}(input: $input, dryRun: $dryRun) { ${shows} userErrors { code message } } }`
  const body = JSON.stringify({ query, variables: { input: renamed(input, camelCase), dryRun: options.isDryRun ?? false } })
  const response = await store.fetch('/graphql', { method: 'POST', headers: headersOf(store, options), body })
  const { data, errors = [] } = (await response.json()) as {
    data?: Record<string, { userErrors: Refused[] } & Record<string, unknown>>
    errors?: { message: string; extensions: { code: string } }[]
  }
  const [fault] = [...errors.map(({ message, extensions: { code } }) => ({ message, code })), ...(data?.[name]?.userErrors ?? [])]
  const { userErrors: _, ...shown } = data?.[name] ?? {}
  return {
    status: fault ? (statusOf[fault.code as ErrorCode] ?? response.status) : created ? 201 : 200,
    code: fault?.code,
    message: fault && inContractWords(fault.message),
    record: fault ? undefined : renamed(Object.values(shown)[0], snakeCase),
    replayed: isReplayed(response.headers),
    retryAfter: response.headers.get('retry-after'),
  }
}

/** A sentence of GraphQL's in the contract's words; how each surface spells names is looked at in spelling.test.ts. */
const inContractWords = (sentence: string): string => sentence.replace(/\b[a-z]+[A-Z]\w*/g, snakeCase)

type Refused = { code: string; message: string }

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_found, letter: string) => letter.toUpperCase())

/** The same value with its keys renamed; what GraphQL writes as text because it is an ID becomes the number REST shows. */
function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename))
  if (typeof value !== 'object' || value === null) return value
  const isAnswer = rename === snakeCase
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isId = isAnswer && /(^id|Id)$/.test(key) && typeof item === 'string'
      return [rename(key), isId ? Number(item) : renamed(item, rename)]
    }),
  )
}

export type Entry = {
  actor: string
  surface: string
  operation: string
  note: string | null
  changes: Record<string, { from: unknown; to: unknown }>
  refusedBy: string | null
  message: string | null
}

/** The log of a record, the oldest entry first. */
export async function logOf(store: Store, record: 'subscription' | 'order', id: number): Promise<Entry[]> {
  const fields = 'actor surface operation note changes refusedBy message'
  const query = `query($id: ID!) { ${record}(id: $id) { log(first: 100) { nodes { ${fields} } } } }`
  const { data, errors } = await store.graphql(query, { id: String(id) })
  if (errors.length > 0) throw new Error(errors[0]?.message)
  return data[record].log.nodes
}
