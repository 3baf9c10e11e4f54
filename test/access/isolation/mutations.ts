/**
 * For every mutation an input that is valid, and which of its fields name records. A mutation without an entry fails the
 * walk, and so does an input field that is an identifier or a text and is not spoken of.
 */
import { onTestFinished } from 'vitest'
import { codeAt, newTotpSecret, stepAt } from '../../../src/auth/totp.ts'
import { readSealingKeys } from '../../../src/config/config.ts'
import '../../../src/resources/schema.ts'
import { type DeclaredWrite, declaredWrites } from '../../../src/records/declared-writes.ts'
import { capital } from '../../../src/schema/wording.ts'
import { type SealingKeys, seal } from '../../../src/values/sealed.ts'
import { field } from '../../../src/values/sentence.ts'
import { type Field, isRequired } from '../../../src/values/writable.ts'
import { today } from '../../support/template.ts'
import {
  couponOf,
  deliveryOf,
  keyOf,
  mailOf,
  monthly,
  type Own,
  originOf,
  paidOrderOf,
  purchaseOf,
  rowOf,
  shipmentOf,
  staffOf,
  subscriptionOf,
  surveyOf,
  unsentOrderOf,
  webhookOf,
} from './own-rows.ts'

// biome-ignore lint/suspicious/noExplicitAny: inputs differ from mutation to mutation
type Input = any

/** The records that an input field names: of a model, by a column that is the id unless given. */
export type Reference = {
  model: string
  column?: string
  /** Puts a value into the valid input; at the field's own place unless given. */
  put?: (input: Input, value: string) => Input
  /** Whether the value is to be written rather than looked up: what others have is then free, like what nobody has. */
  isFree?: true
}

export type Entry = {
  /** The roles that may run it; merchants unless given, and customers where they may. */
  by?: 'customer'
  input: (own: Own) => Promise<object>
  /** Fields that name records, by their path; of lists the first item. */
  names: Record<string, readonly Reference[]>
  /** Whether the write needs more of a new record than its input requires. */
  needsAll?: boolean
  /** Texts that name nothing. */
  says?: readonly string[]
}

const of = (model: string): readonly Reference[] => [{ model }]
const onSubscription = { id: of('Subscription') }

const byOwner = (input: Input, owner: object): Input => ({ ...input, owner })
const owners: Record<string, readonly Reference[]> = {
  'owner.subscriptionId': [{ model: 'Subscription', put: (input, subscriptionId) => byOwner(input, { subscriptionId }) }],
  'owner.cartId': [{ model: 'Cart', put: (input, cartId) => byOwner(input, { cartId }) }],
  'owner.orderId': [{ model: 'Order', put: (input, orderId) => byOwner(input, { orderId }) }],
  'owner.productId': [{ model: 'Product', put: (input, productId) => byOwner(input, { productId }) }],
  'owner.customerId': [{ model: 'Customer', put: (input, customerId) => byOwner(input, { customerId }) }],
}
const ownerOf = ({ customer }: Own) => ({ customerId: String(customer.id) })

const termBy = (term: (value: string) => object) => (input: Input, value: string) => ({
  ...input,
  products: [{ ...input.products[0], term: term(value) }],
})

/** Sets the key that secrets are sealed with. */
function withSealingKey(own: Own): Own {
  // Other files of this process have none.
  if (process.env.SECRETS_KEY === undefined) {
    process.env.SECRETS_KEY = '0'.repeat(64)
    onTestFinished(() => void delete process.env.SECRETS_KEY)
  }
  return own
}

/** A person with an app that is not confirmed, and the code that it shows. */
async function enrolled(own: Own) {
  const id = await staffOf(own)
  const secret = newTotpSecret()
  const sealed = seal(readSealingKeys() as SealingKeys, `staff ${id} of store ${own.storeId}`, secret)
  await own.db.staff.update({ where: { storeId_id: { storeId: own.storeId, id: BigInt(id) } }, data: { totpSecret: sealed } })
  return { id, code: codeAt(secret, stepAt(today)) }
}

/** A value of each type of field. */
const samples: Record<string, unknown> = {
  String: 'x',
  Strings: ['x'],
  Boolean: true,
  Int: 7,
  Float: 7,
  WholeNumber: 7,
  Amount: 7,
}

/** A value for a field of a table; another each time where no two records may have the same. */
async function sampleOf({ type, choices, isUnique, refersTo, fault }: Field, own: Own): Promise<unknown> {
  if (refersTo) return rowOf[refersTo]?.(own)
  if (type === 'WholeNumber') return [7, 2032].find((number) => !fault(number, field('x')))
  if (type !== 'String' || choices) return choices?.[0] ?? samples[type]
  const texts = [isUnique ? `own-${Math.random()}` : 'x', 'GB', '4242', `own-${Math.random()}@example.com`]
  return texts.find((text) => !fault(text, field('x')))
}

/** The entry of a mutation that is declared: all that a new record needs, or the first field of one that there is. */
function declaredEntry({ model, key, list, fields }: DeclaredWrite, mutation: string): Entry {
  const owned = key === 'id' ? model : capital(key?.replace(/Id$/, '') ?? '')
  const all = Object.entries(fields)
  const isKey = (name: string) => mutation.startsWith('upsert') && name === 'externalId'
  const given = key ? all.slice(0, 1) : all.filter(([name, field]) => isRequired(field) || isKey(name))
  const at = (name: string) => (list === undefined ? name : `${list}.${name}`)
  return {
    async input(own) {
      const pairs = given.map(async ([name, field]) => [name, await sampleOf(field, own)] as const)
      const record = { ...(key && { [key]: await rowOf[owned]?.(own) }), ...Object.fromEntries(await Promise.all(pairs)) }
      return list === undefined ? record : { [list]: [record] }
    },
    names: {
      ...(key && { [key]: of(owned) }),
      ...Object.fromEntries(
        all.flatMap(([name, { isUnique, refersTo }]) => {
          if (refersTo) return [[at(name), of(refersTo)]]
          return isUnique ? [[at(name), [{ model, column: name, isFree: true as const }]]] : []
        }),
      ),
    },
    needsAll: mutation.startsWith('upsert'),
    says: all.flatMap(([name, { type, isUnique }]) => ((type === 'String' || type === 'Strings') && !isUnique ? [at(name)] : [])),
  }
}

const declared = Object.fromEntries([...declaredWrites].map(([name, write]) => [name, declaredEntry(write, name)]))

/** The texts of declared inputs that no table has. */
const besides: Record<string, readonly string[]> = {
  updateOrder: ['orderGiftInfo.giftMessage', 'orderGiftInfo.giftRecipientName', 'orderGiftInfo.giftRecipientEmail'],
}
for (const [name, entry] of Object.entries(declared)) entry.says = [...(entry.says ?? []), ...(besides[name] ?? [])]

/** The parts that an instance in one of the lists of a product names by their ids, and its texts. */
const inInstances = (list: 'instances' | 'giftinstances'): Required<Pick<Entry, 'names' | 'says'>> => ({
  names: {
    [`${list}.id`]: of('ProductInstance'),
    [`${list}.externalId`]: [
      {
        ...{ model: 'ProductInstance', column: 'externalId', isFree: true },
        put: (input, externalId) => ({ ...input, [list]: [{ externalId, price: 5 }] }),
      },
    ],
    [`${list}.termPrices.termId`]: of('SubscriptionTypeTerm'),
    [`${list}.variants.productVariantValueId`]: of('ProductVariantValue'),
    [`${list}.images.id`]: of('ProductImage'),
  },
  says: ['sku', 'variants.name', 'variants.value', 'termPrices.name', 'images.url'].map((name) => `${list}.${name}`),
})

/** The parts in the inputs of a product: those that are named by their ids, and the texts. */
const productParts: Pick<Entry, 'names' | 'says'> = {
  names: {
    externalId: [{ model: 'Product', column: 'externalId', isFree: true }],
    slug: [{ model: 'Product', column: 'slug', isFree: true }],
    'variants.id': of('ProductVariantType'),
    'variants.values.id': of('ProductVariantValue'),
    'variants.values.images.id': of('ProductImage'),
    'subscriptionTypes.id': of('SubscriptionType'),
    'subscriptionTypes.terms.id': of('SubscriptionTypeTerm'),
    ...inInstances('instances').names,
    ...inInstances('giftinstances').names,
    'images.id': of('ProductImage'),
    'surveys.id': of('ProductSurvey'),
    'surveys.fields.id': of('ProductSurveyField'),
  },
  says: [
    ...[
      'tags',
      'internalNote',
      'name',
      'description',
      'sku',
      'shipOption',
      'taxClass',
      'images.url',
      'surveys.name',
      'surveys.fields.name',
    ],
    ...[
      'variants.name',
      'variants.description',
      'variants.values.value',
      'variants.values.description',
      'variants.values.images.url',
    ],
    ...['subscriptionTypes.name', 'subscriptionTypes.description', 'subscriptionTypes.terms.name'],
    'subscriptionTypes.terms.description',
    ...inInstances('instances').says,
    ...inInstances('giftinstances').says,
  ],
}

/** An entry of which each of several records is one. @param record a valid one. */
const listed = (
  list: string,
  { names, says = [] }: Pick<Entry, 'names' | 'says'>,
  record: (own: Own) => Promise<object>,
): Entry => ({
  input: async (own) => ({ [list]: [await record(own)] }),
  needsAll: true,
  names: Object.fromEntries(
    Object.entries(names).map(([name, references]) => [
      `${list}.${name}`,
      references.map(({ put, ...each }) =>
        put ? { ...each, put: (input: Input, value: string) => ({ [list]: [put(input[list][0], value)] }) } : each,
      ),
    ]),
  ),
  says: says.map((name) => `${list}.${name}`),
})

/** The parts in the input of an instance. */
const instanceParts: Entry['names'] = {
  'termPrices.termId': of('SubscriptionTypeTerm'),
  'variants.productVariantValueId': of('ProductVariantValue'),
  'images.id': of('ProductImage'),
}
const instanceTexts = ['termPrices.name', 'variants.name', 'variants.value', 'images.url']

/** A declared entry with the parts of an instance. */
const withInstanceParts = ({ names, says = [], ...entry }: Entry): Entry => ({
  ...entry,
  names: { ...names, ...instanceParts },
  says: [...says, ...instanceTexts],
})

/** The records that the contents of a cart name, and its customer. */
const cartContents: Entry['names'] = {
  'customer.id': [{ model: 'Customer' }, { model: 'Customer', column: 'email' }],
  'products.productInstance.id': of('ProductInstance'),
  'products.term.id': of('SubscriptionTypeTerm'),
  'products.term.name': [{ model: 'SubscriptionTypeTerm', column: 'name', put: termBy((name) => ({ name, numCycles: 1 })) }],
  shipAddressId: of('Address'),
  billingAddressId: of('Address'),
}
const placeOf = (name: string) =>
  ['to', 'company', 'street', 'unit', 'city', 'state', 'zipCode', 'country', 'phoneNumber'].map((each) => `${name}.${each}`)
const shipTo = placeOf('shipTo')
const billingAddress = placeOf('billingAddress')
const { 'customer.id': _owner, ...contentsAlone } = cartContents

/** Tags of records of each kind that has any. */
const retagging: Entry = {
  input: async ({ customer }) => ({ kind: 'customer', ids: [String(customer.id)], tags: ['x'] }),
  names: {
    ids: ['Customer', 'Order', 'Subscription', 'Product'].map((model) => ({
      model,
      put: (input: Input, id: string) => ({ ...input, kind: model.toLowerCase(), ids: [id] }),
    })),
  },
  says: ['tags'],
}

export const mutations: Record<string, Entry> = {
  ...declared,
  createProductInstance: withInstanceParts(declared.createProductInstance as Entry),
  setProductInstance: withInstanceParts(declared.setProductInstance as Entry),
  createProductImage: {
    ...(declared.createProductImage as Entry),
    names: {
      productId: of('Product'),
      productInstanceId: [
        { model: 'ProductInstance', put: ({ productId: _, ...input }, value) => ({ ...input, productInstanceId: value }) },
      ],
      productVariantValueId: [
        {
          model: 'ProductVariantValue',
          put: ({ productId: _, ...input }, value) => ({ ...input, productVariantValueId: value }),
        },
      ],
    },
    input: async (own) => ({ productId: await rowOf.Product?.(own), url: 'https://own.example/b' }),
  },
  createProductInstanceSubscriptionTypeTermPrice: {
    ...(declared.createProductInstanceSubscriptionTypeTermPrice as Entry),
    async input(own) {
      const { instanceId, terms } = await monthly(own)
      return { productInstanceId: String(instanceId), termId: String(terms[0]?.id), price: 5 }
    },
  },
  createProduct: {
    ...productParts,
    input: async () => ({
      name: `Own ${Math.random()}`,
      instances: [{ sku: 'OWN', price: 5 }],
      images: [{ url: 'https://own.example/a' }],
    }),
  },
  setProduct: {
    names: { id: of('Product'), ...productParts.names },
    says: productParts.says ?? [],
    input: async (own) => ({ id: await rowOf.Product?.(own), name: 'x', surveys: [{ name: 'x' }] }),
  },
  archiveProduct: { input: async (own) => ({ id: await rowOf.Product?.(own) }), names: { id: of('Product') } },
  updateProductBilling: {
    input: async (own) => ({ productId: await rowOf.Product?.(own), rebillMonths: 5 }),
    names: { productId: of('Product') },
  },
  setProducts: listed('products', productParts, async () => ({
    externalId: `own-${Math.random()}`,
    name: 'x',
    slug: `own-${Math.random()}`,
  })),
  createProductTermPrice: {
    ...(declared.createProductTermPrice as Entry),
    async input(own) {
      const { id, terms } = await monthly(own)
      return { productId: String(id), termId: String(terms[0]?.id), price: 5, gift: true }
    },
  },
  createShippingZone: {
    ...(declared.createShippingZone as Entry),
    input: async () => ({ name: 'Own', country: 'AQ', postcode: String(Math.random()) }),
  },
  createTaxRate: {
    ...(declared.createTaxRate as Entry),
    async input({ db }) {
      // A store has no rate before it says where it sends from.
      await db.store.updateMany({ where: { dispatchCountry: null }, data: { dispatchCountry: 'US' } })
      return { name: `Own ${Math.random()}`, country: 'AQ', rate: 7 }
    },
  },
  addTags: retagging,
  removeTags: {
    ...retagging,
    input: async (own) => {
      const tagged = { tags: ['x'], tagKeys: ['x'] }
      await own.db.customer.updateMany({ where: { id: BigInt(own.customer.id) }, data: tagged })
      return retagging.input(own)
    },
  },
  addAllowedOrigin: {
    input: async ({ storeId }) => ({ origin: `https://own-${storeId}.example` }),
    names: { origin: [{ model: 'AllowedOrigin', column: 'origin', isFree: true }] },
  },
  createCancellationReason: {
    ...(declared.createCancellationReason as Entry),
    input: async () => ({ code: Math.floor(Math.random() * 1e6), words: 'x' }),
  },
  recordConsent: {
    input: async ({ customer }) => ({ customerId: String(customer.id), version: '1', text: 'x' }),
    names: { customerId: of('Customer'), orderId: of('Order'), subscriptionId: of('Subscription') },
    says: ['version', 'text', 'surface', 'address'],
  },
  handleWithdrawal: {
    input: async (own) => ({ id: await rowOf.Withdrawal?.(own) }),
    names: { id: of('Withdrawal') },
    says: ['note'],
  },
  showCancelOffer: {
    async input(own) {
      const code = Math.floor(Math.random() * 1e6)
      await own.db.cancellationReason.create({ data: { storeId: own.storeId, code, words: 'x', offer: 'skip' } })
      return { id: await subscriptionOf(own), cancelReason: code }
    },
    names: onSubscription,
  },
  answerCancelOffer: {
    input: async (own) => ({ id: await rowOf.CancelOffer?.(own), outcome: 'declined' }),
    names: { id: of('CancelOffer') },
  },
  signOutCustomer: {
    input: async ({ customer }) => ({ customerId: String(customer.id) }),
    names: { customerId: of('Customer') },
  },
  addCredit: {
    input: async ({ customer }) => ({ customerId: String(customer.id), amount: 5, reason: 'x' }),
    names: { customerId: of('Customer') },
    says: ['reason'],
  },
  addSubscriptionCoupon: {
    input: async (own) => ({ subscriptionId: await subscriptionOf(own), couponId: (await couponOf(own)).id }),
    names: { subscriptionId: of('Subscription'), couponId: of('Coupon') },
    // A code is no secret to who has it: customers use the coupons of their store by theirs, and no other's (self-service.test.ts).
    says: ['code'],
  },
  adjustInventory: {
    input: async (own) => ({ productInstanceId: await rowOf.ProductInstance?.(own), by: 3, reason: 'x' }),
    names: { productInstanceId: of('ProductInstance') },
    says: ['reason'],
  },
  advanceClock: {
    async input({ db }) {
      await db.store.updateMany({ data: { hasTestClock: true, clockNow: null, clockTarget: null } })
      return { to: '2026-04-01T00:00:00Z' }
    },
    names: {},
  },
  cancelOrder: { input: async (own) => ({ id: await paidOrderOf(own) }), names: { id: of('Order') }, says: ['reason'] },
  cancelScheduledChange: { input: async (own) => ({ id: await subscriptionOf(own) }), names: onSubscription },
  editOrder: {
    input: async (own) => ({ id: await unsentOrderOf(own), addressId: await rowOf.Address?.(own) }),
    names: {
      id: of('Order'),
      addressId: of('Address'),
      'lines.id': of('OrderProduct'),
      'lines.productInstance.id': [
        { model: 'ProductInstance', put: (input, id) => ({ ...input, lines: [{ productInstance: { id } }] }) },
      ],
    },
    says: ['reason'],
  },
  cancelSubscription: { input: async (own) => ({ id: await subscriptionOf(own) }), names: onSubscription, says: ['logNote'] },
  changeSubscription: {
    input: async (own) => ({ id: await subscriptionOf(own), quantity: 2 }),
    names: { ...onSubscription, termId: of('SubscriptionTypeTerm'), productInstanceId: of('ProductInstance') },
  },
  createCart: {
    async input(own) {
      const { custPayId: _, ...contents } = await purchaseOf(own)
      return contents
    },
    names: cartContents,
    // As with addSubscriptionCoupon: customers use the coupons of their store by their codes, and no other's.
    says: ['coupons', 'email', ...shipTo, ...billingAddress],
  },
  checkoutCart: {
    async input(own) {
      const { db, storeId } = own
      const { instanceId, terms } = await monthly(own)
      const [cartId, addressId] = [BigInt((await rowOf.OpenCart?.(own)) ?? 0), BigInt((await rowOf.Address?.(own)) ?? 0)]
      await db.cart.updateMany({ where: { storeId, id: cartId }, data: { addressId } })
      // Writes before this one may have charged the customer, whose minute is over.
      await db.customer.updateMany({ where: { storeId, id: own.customer.id }, data: { lastOrderAt: null } })
      const line = { productInstanceId: instanceId, termId: terms[0]?.id ?? null, quantity: 1 }
      await db.cartProduct.create({ data: { storeId, cartId, ...line } })
      return { id: String(cartId), custPayId: await rowOf.PaymentMethod?.(own) }
    },
    names: { id: of('OpenCart'), custPayId: of('PaymentMethod'), billingAddressId: of('Address') },
    says: ['returnUrl', ...billingAddress],
  },
  updateCart: {
    async input(own) {
      const { custPayId: _, customer: __, ...contents } = await purchaseOf(own)
      return { id: await rowOf.OpenCart?.(own), ...contents }
    },
    names: { id: of('OpenCart'), ...contentsAlone },
    says: ['coupons', 'email', ...shipTo, ...billingAddress],
  },
  createCustomerToken: {
    input: async ({ customer }) => ({ customerId: String(customer.id) }),
    names: { customerId: of('Customer') },
  },
  createMerchantKey: { input: async () => ({ name: 'x', scopes: ['read_orders'] }), names: {}, says: ['name', 'scopes'] },
  createPaymentMethodSetup: {
    input: async ({ db, storeId, customer }) => {
      const allowed = await db.allowedOrigin.findFirst({ where: { storeId } })
      const { host } = await db.store.findUniqueOrThrow({ where: { id: storeId } })
      return { customerId: String(customer.id), returnUrl: `${allowed?.origin ?? `https://${host}`}/back` }
    },
    names: { customerId: of('Customer') },
    says: ['returnUrl'],
  },
  createOrder: {
    input: purchaseOf,
    names: {
      'customer.id': [{ model: 'Customer' }, { model: 'Customer', column: 'email' }],
      'products.productInstance.id': of('ProductInstance'),
      'products.term.id': of('SubscriptionTypeTerm'),
      'products.term.name': [{ model: 'SubscriptionTypeTerm', column: 'name', put: termBy((name) => ({ name, numCycles: 1 })) }],
      shipAddressId: of('Address'),
      billingAddressId: of('Address'),
      custPayId: of('PaymentMethod'),
      coupons: [{ model: 'Coupon', column: 'code', put: (input, code) => ({ ...input, coupons: [code] }) }],
      externalId: [{ model: 'Order', column: 'externalId', isFree: true }],
      'products.subscriptionExternalId': [
        {
          ...{ model: 'Subscription', column: 'externalId', isFree: true },
          put: ({ products, ...input }, subscriptionExternalId) => ({
            ...input,
            products: (products as object[]).map((line) => ({ ...line, subscriptionExternalId })),
          }),
        },
      ],
    },
    says: ['orderGiftInfo.giftMessage', 'orderGiftInfo.giftRecipientName', 'orderGiftInfo.giftRecipientEmail', ...billingAddress],
  },
  createWebhook: { input: async () => ({ url: 'https://own.example/hook' }), names: {}, says: ['url'] },
  createProductSurveyResult: {
    input: async (own) => {
      const { id, ...input } = await surveyOf(own)
      return input
    },
    names: { subscriptionId: of('Subscription'), surveyId: of('ProductSurvey'), 'answers.fieldId': of('ProductSurveyField') },
    says: ['answers.value'],
  },
  deleteMetadata: {
    input: async (own) => {
      const { db, storeId, customer } = own
      const [customerId, data] = [customer.id, { some: 'thing' }]
      const times = { createdAt: new Date(0), updatedAt: new Date(0) }
      const where = { storeId_customerId: { storeId, customerId } }
      await db.metadata.upsert({ where, create: { storeId, customerId, data, ...times }, update: { data } })
      return { owner: ownerOf(own) }
    },
    names: owners,
  },
  deleteProductSurveyResult: {
    input: async (own) => ({ id: (await surveyOf(own)).id }),
    names: { id: of('ProductSurveyResult') },
  },
  deleteWebhook: { input: async (own) => ({ id: await webhookOf(own) }), names: { id: of('Webhook') } },
  endCustomerSession: { by: 'customer', input: async () => ({}), names: {} },
  mergeMetadata: { input: async (own) => ({ owner: ownerOf(own), data: { a: 1 } }), names: owners },
  reactivateSubscription: {
    input: async (own) => ({ id: await subscriptionOf(own, 'cancelled') }),
    names: onSubscription,
    says: ['logNote'],
  },
  refundOrder: {
    input: async (own) => ({ id: await paidOrderOf(own), amount: 1 }),
    names: { id: of('Order'), 'lines.id': of('OrderProduct') },
    says: ['reason'],
  },
  removeAllowedOrigin: { input: async (own) => ({ id: await originOf(own) }), names: { id: of('AllowedOrigin') } },
  removeSubscriptionCoupon: {
    input: async (own) => {
      const subscriptionId = await subscriptionOf(own)
      return { subscriptionId, couponId: (await couponOf(own, subscriptionId)).id }
    },
    names: { subscriptionId: of('Subscription'), couponId: of('Coupon') },
  },
  renewSubscription: {
    input: async (own) => ({ id: await subscriptionOf(own, 'past_due') }),
    names: onSubscription,
    says: ['logNote'],
  },
  replayDeliveries: {
    input: async (own) => {
      const webhookId = await webhookOf(own)
      return { webhookId, deliveryId: await deliveryOf(own, webhookId) }
    },
    names: { webhookId: of('Webhook'), deliveryId: of('WebhookDelivery') },
  },
  replacePaymentMethod: {
    input: async (own) => ({
      id: await rowOf.PaymentMethod?.(own),
      customerId: String(own.customer.id),
      ...{ gatewayToken: 'tok_succeed', last4: '4242', expMonth: 7, expYear: 2032 },
    }),
    names: { id: of('PaymentMethod'), customerId: of('Customer') },
    says: ['gatewayToken', 'gatewayCustomer', 'brand', 'last4'],
  },
  replaceMetadata: { input: async (own) => ({ owner: ownerOf(own), data: { a: 1 } }), names: owners },
  replaceProductSurveyResult: {
    input: async (own) => {
      const { surveyId, ...input } = await surveyOf(own)
      return input
    },
    names: {
      id: of('ProductSurveyResult'),
      subscriptionId: of('Subscription'),
      'answers.fieldId': of('ProductSurveyField'),
    },
    says: ['answers.value'],
  },
  inviteStaff: {
    input: async () => ({ email: `own-${Math.random()}@own.example`, role: 'support' }),
    names: {},
    says: ['email'],
  },
  updateStaff: { input: async (own) => ({ id: await staffOf(own), name: 'x' }), names: { id: of('Staff') }, says: ['name'] },
  enrolTotp: { input: async (own) => ({ id: await staffOf(withSealingKey(own)) }), names: { id: of('Staff') } },
  confirmTotp: { input: async (own) => enrolled(withSealingKey(own)), names: { id: of('Staff') }, says: ['code'] },
  removeTotp: { input: async (own) => ({ id: await staffOf(own) }), names: { id: of('Staff') } },
  removeStaff: { input: async (own) => ({ id: await staffOf(own) }), names: { id: of('Staff') } },
  redactStaff: { input: async (own) => ({ id: await staffOf(own, 'removed') }), names: { id: of('Staff') } },
  endStaffSession: {
    input: async (own) => ({ id: await rowOf.StaffSession?.(own) }),
    names: { id: of('StaffSession') },
  },
  revokeMerchantKey: { input: async (own) => ({ id: await keyOf(own) }), names: { id: of('MerchantKey') } },
  rotateMerchantKey: { input: async (own) => ({ id: await keyOf(own) }), names: { id: of('MerchantKey') } },
  rotateWebhookSecret: { input: async (own) => ({ id: await webhookOf(own) }), names: { id: of('Webhook') } },
  cancelShipment: { input: async (own) => ({ id: await shipmentOf(own) }), names: { id: of('Shipment') } },
  deliverShipment: { input: async (own) => ({ id: await shipmentOf(own, 'shipped') }), names: { id: of('Shipment') } },
  returnShipment: { input: async (own) => ({ id: await shipmentOf(own, 'shipped') }), names: { id: of('Shipment') } },
  cancelShipments: listed('shipments', { names: { id: of('Shipment') } }, async (own) => ({ id: await shipmentOf(own) })),
  deliverShipments: listed('shipments', { names: { id: of('Shipment') } }, async (own) => ({
    id: await shipmentOf(own, 'shipped'),
  })),
  returnShipments: listed('shipments', { names: { id: of('Shipment') } }, async (own) => ({
    id: await shipmentOf(own, 'shipped'),
  })),
  shipShipment: {
    input: async (own) => ({ id: await shipmentOf(own) }),
    names: {
      id: of('Shipment'),
      'fulfillments.id': of('Fulfillment'),
    },
    says: ['carrier', 'trackingNumber', 'trackingUrl'],
  },
  updateInventories: listed(
    'inventory',
    {
      names: {
        productInstanceId: of('ProductInstance'),
        externalId: [
          {
            model: 'ProductInstance',
            column: 'externalId',
            put: ({ productInstanceId: _, ...rest }, externalId) => ({ ...rest, externalId }),
          },
        ],
      },
    },
    async (own) => ({ productInstanceId: await rowOf.ProductInstance?.(own), confidence: 3 }),
  ),
  upsertPaymentMethods: listed(
    'paymentMethods',
    {
      names: {
        customerId: of('Customer'),
        customerExternalId: [
          {
            model: 'Customer',
            column: 'externalId',
            put: ({ customerId: _, ...rest }, customerExternalId) => ({ ...rest, customerExternalId }),
          },
        ],
      },
      says: ['gatewayToken', 'gatewayCustomer', 'brand', 'last4'],
    },
    async (own) => ({
      customerId: String(own.customer.id),
      ...{ gatewayToken: `tok-${Math.random().toString(36)}`, last4: '4242', expMonth: 1, expYear: 2031 },
    }),
  ),
  shipShipments: listed(
    'shipments',
    {
      names: { id: of('Shipment'), 'fulfillments.id': of('Fulfillment') },
      says: ['carrier', 'trackingNumber', 'trackingUrl'],
    },
    async (own) => ({ id: await shipmentOf(own) }),
  ),
  pauseSubscription: {
    input: async (own) => ({ id: await subscriptionOf(own), pausedUntil: '2199-01-01' }),
    names: onSubscription,
    says: ['logNote'],
  },
  setGateway: {
    input: async () => ({ gateway: 'sandbox' }),
    names: {},
    says: ['gateway', 'publishableKey', 'secretKey', 'webhookSecrets'],
  },
  resumeSubscription: {
    input: async (own) => ({ id: await subscriptionOf(own, 'suspended') }),
    names: onSubscription,
    says: ['logNote'],
  },
  skipSubscription: { input: async (own) => ({ id: await subscriptionOf(own) }), names: onSubscription, says: ['logNote'] },
  startCustomerSession: { by: 'customer', input: async () => ({}), names: {} },
  testWebhook: { input: async (own) => ({ id: await webhookOf(own) }), names: { id: of('Webhook') } },
  updateStore: {
    input: async () => ({ name: 'Renamed' }),
    names: {},
    says: [
      ...[
        'address',
        'currency',
        'customersMay',
        'dispatchCountry',
        'host',
        'invoicePrefix',
        'legalName',
        'locale',
        'brandColour',
        'mailFooter',
        'mailSender',
        'name',
        'replyTo',
        'shippingTaxClass',
        'taxExemptText',
        'taxId',
      ],
      ...['timeZone', 'untaxedWithNumber', 'accountUrl', 'withdrawalCountries'],
    ],
  },
  unskipSubscription: { input: async (own) => ({ id: await subscriptionOf(own) }), names: onSubscription, says: ['logNote'] },
  previewMail: {
    input: async () => ({ kind: 'shipped' }),
    names: { orderId: of('Order'), subscriptionId: of('Subscription') },
    says: ['kind', 'language'],
  },
  reportBounce: {
    input: async (own) => ({ email: own.customer.email, because: '550 5.1.1' }),
    names: { email: [{ model: 'Customer', column: 'email' }] },
    says: ['because'],
  },
  resendMail: { input: async (own) => ({ id: await mailOf(own) }), names: { id: of('Mail') } },
  testMail: {
    input: async (own) => {
      await mailOf(own)
      return { kind: 'shipped' }
    },
    names: {},
    says: ['kind', 'language'],
  },
  updateMailSettings: {
    input: async () => ({ kind: 'shipped', isOn: false }),
    names: {},
    says: ['kind', 'words.heading', 'words.language', 'words.subject', 'words.text'],
  },
  updateWebhook: {
    input: async (own) => ({ id: await webhookOf(own), isOrdered: true }),
    names: { id: of('Webhook') },
    says: ['url'],
  },
}
