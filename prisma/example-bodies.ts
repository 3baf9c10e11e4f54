/**
 * The bodies of the examples of requests, by operation; `prisma/examples.ts` finds the record of the demo store that takes each of them.
 *
 * A time is written as `in 30 days`, and becomes one when the document is made.
 */
import { permissions } from '../src/resources/store/rules.ts'

type Json = Record<string, unknown>

/** A body, or one made for the record at its path and the number of the attempt, from 1. */
type ExampleBody = object | ((record: Json, attempt: number) => object | undefined)

const card = { gateway_token: 'tok_succeed', brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2032 }
const address = { to: 'Ada Moss', street: '12 Lane', city: 'Ockham', zip_code: 'GU23 6NP', country: 'GB' }
const metadata = { shoe: { size: 9 } }
const answers = { 1: 'French press', 2: 'Light', 3: '4', 4: 'Yes' }
const parcel = { carrier: 'Blue Van', tracking_number: 'BV-2041' }
const coupon = { name: 'A spring coupon', discount_type: 'percent', discount_value: 15, ends_at: 'in 90 days' }
const beans = { sku: 'BEANS-500', price: 1450 }
const product = { name: 'Filter papers', sku: 'PAPERS-100', description: 'A hundred, unbleached.' }
const remark = { log_note: 'By telephone.' }

/** The first line of an order. */
const firstLine = ({ products }: Json): Json | undefined => (products as Json[] | undefined)?.[0]

const exampleBodies: Readonly<Record<string, ExampleBody>> = {
  UpdateSubscription: { note: 'Rings twice.' },
  OwnUpdateSubscription: ({ address_id }) => ({ address_id }),
  CancelSubscription: { ...remark, cancel_reason: 2 },
  OwnCancelSubscription: { cancel_reason: 2 },
  ReactivateSubscription: remark,
  OwnReactivateSubscription: { log_note: 'Back from a journey.' },
  RenewSubscription: remark,
  OwnRenewSubscription: { log_note: 'Needed early.' },
  PauseSubscription: { paused_until: 'in 60 days' },
  ResumeSubscription: remark,
  OwnResumeSubscription: { log_note: 'Back from a journey.' },
  SkipSubscription: { skip: true },
  OwnSkipSubscription: { skip: true },
  UnskipSubscription: { unskip: true },
  OwnUnskipSubscription: { unskip: true },
  ChangeSubscription: { quantity: 2, when: 'next_renewal' },
  AddSubscriptionCoupon: (_, attempt) => ({ coupon_id: attempt }),
  AddOwnCoupon: (_, attempt) => ({ code: ['TENTH', 'FIVER', 'TOES', 'THRICE'][attempt - 1] ?? 'SUMMER' }),
  CreateCoupon: { code: 'SPRING', ...coupon },
  UpdateCoupon: { name: 'A tenth off', ends_at: 'in 90 days' },
  UpsertCoupon: { code: 'SOLSTICE', ...coupon },
  UpsertCoupons: [{ external_id: 'crm-autumn', code: 'AUTUMN', ...coupon }],
  ReplaceSubscriptionMetadata: metadata,
  MergeSubscriptionMetadata: metadata,
  ReplaceCartMetadata: { source: 'newsletter' },
  ReplaceMetadataOfOrder: { gift_wrap: true },
  MergeMetadataOfOrder: { gift_wrap: true },
  ReplaceMetadataOfProduct: { roast: 'light' },
  MergeMetadataOfProduct: { roast: 'light' },
  ReplaceMetadataOfCustomer: metadata,
  MergeMetadataOfCustomer: metadata,
  ReplaceCustomerMetadata: metadata,
  CreateCart: (_, attempt) => ({ customer: { id: attempt }, products: [{ product_instance: { id: 1 }, term: { id: 1 } }] }),
  UpdateCart: { products: [{ product_instance: { id: 1 }, term: { id: 1 }, quantity: 2 }], coupons: ['TENTH'] },
  CheckoutCart: { use_credit: true },
  CheckoutOwnCart: { use_credit: true },
  CreateOwnCart: { products: [{ product_instance: { id: 1 }, term: { id: 1 } }] },
  UpdateOwnCart: { products: [{ product_instance: { id: 1 }, term: { id: 1 }, quantity: 2 }] },
  CreateOrder: (_, attempt) => ({ customer: { id: attempt }, products: [{ product_instance: { id: 1 }, term: { id: 1 } }] }),
  UpdateOrder: { note: 'Leave it with the neighbour.', gift_renewal_notif: true },
  CancelOrder: { restock: true, reason: 'Ordered twice.' },
  EditOrder: (order) => ({ lines: [{ id: firstLine(order)?.id, quantity: 2 }], reason: 'One more, please.' }),
  RefundOrder: { amount: 250, reason: 'One was cracked.' },
  AddCredit: { amount: 500, reason: 'For the long wait.' },
  CreateProductSurvey: { name: 'Your kitchen' },
  UpdateProductSurvey: { name: 'Your taste in coffee' },
  CreateProductSurveyField: { name: 'Which grinder do you have?' },
  UpdateProductSurveyField: { name: 'How do you brew at home?' },
  CreateProductSurveyResult: (_, attempt) => ({ subscription_id: attempt, survey_id: 1, answers }),
  ReplaceProductSurveyResult: { answers },
  CreateProduct: product,
  UpdateProduct: { description: 'Roasted the day before it is sent.' },
  ArchiveProduct: { subscriptions: 'end_at_term' },
  SetProduct: { description: 'Roasted the day before it is sent.' },
  SetProductByExternalId: { ...product, slug: 'papers-by-external-id', instances: [{ ...beans, sku: 'PAPERS-200' }] },
  SetProducts: [{ external_id: 'erp-7', name: 'A tin for coffee', instances: [{ sku: 'TIN-1', price: 1900 }] }],
  CreateProductInstance: beans,
  UpdateProductInstance: ({ price }) => ({ price }),
  SetProductInstance: ({ price }) => ({ price, stock: { low_stock_at: 5 } }),
  UpdateProductInstanceSubscriptionTypeTermPrice: { price: 2300 },
  CreateProductInstanceSubscriptionTypeTermPrice: (_, attempt) => ({ term_id: attempt, price: 2300 }),
  UpdateProductTermPrice: { price: 2300 },
  CreateProductTermPrice: (_, attempt) => ({ term_id: attempt, price: 2300 }),
  UpdateProductVariantType: { description: 'As they are sold in Europe.' },
  CreateProductVariantType: { name: 'Grind' },
  UpdateProductVariantValue: { description: '39 to 42.' },
  CreateProductVariantValue: { value: 'extra large' },
  UpdateSubscriptionType: { description: 'Renews until it is cancelled.' },
  CreateSubscriptionType: { name: 'A year at once' },
  UpdateSubscriptionTypeTerm: { description: 'Paid each time.' },
  CreateSubscriptionTypeTerm: { name: 'Every two months', num_cycles: 1 },
  CreateProductImage: { product_id: 1, url: 'https://images.example.com/crate-side.jpg' },
  UpdateProductBilling: { rebill_window: 20 },
  UpdateInventory: { low_stock_at: 5 },
  UpdateInventories: [{ product_instance_id: 1, low_stock_at: 5 }],
  AdjustInventory: { by: 24, kind: 'received', reason: 'Two boxes from the roaster.' },
  CreatePaymentMethodSetup: { return_url: 'https://localhost/account' },
  SetGateway: { gateway: 'sandbox' },
  UpdateStore: { customers_may: [...permissions] },
  AdvanceClock: { to: 'in 30 days' },
  UpdateShipment: parcel,
  ShipShipment: parcel,
  ReturnShipment: { restock: true },
  ShipShipments: (_, attempt) => [{ id: attempt, ...parcel }],
  DeliverShipments: (_, attempt) => [{ id: attempt }],
  ReturnShipments: (_, attempt) => [{ id: attempt, restock: true }],
  CancelShipments: (_, attempt) => [{ id: attempt }],
  CreateCustomer: { first_name: 'Ada', last_name: 'Moss', email: 'ada.moss@example.org', country: 'GB' },
  UpdateCustomer: { location: 'Alder Falls' },
  UpdateOwnCustomer: { location: 'Alder Falls' },
  UpsertCustomer: { first_name: 'Ida', last_name: 'Moss', email: 'ida.moss@example.org', country: 'GB' },
  UpsertCustomers: [
    { external_id: 'crm-3', first_name: 'Otto', last_name: 'Fell', email: 'otto.fell@example.org', country: 'DE' },
  ],
  CreateAddress: address,
  UpdateAddress: { unit: '3b' },
  CreateOwnAddress: address,
  UpdateOwnAddress: { unit: '3b' },
  CreatePaymentMethod: card,
  UpdatePaymentMethod: { exp_month: 9, exp_year: 2033 },
  ReplacePaymentMethod: card,
  CreateOwnPaymentMethod: card,
  UpdateOwnPaymentMethod: { exp_month: 9, exp_year: 2033 },
  ReplaceOwnPaymentMethod: card,
  UpsertPaymentMethods: [{ customer_id: 1, ...card, last4: '1881' }],
  InviteStaff: { email: 'packer@example.org', role: 'warehouse' },
  UpdateStaff: { name: 'Sam Porter' },
  CreateWebhook: { url: 'https://example.org/hooks', types: ['order.created'] },
  CreateShippingZone: { name: 'Oregon', country: 'US', region: 'OR' },
  UpdateShippingZone: { free_from: 5000 },
  CreateShippingBand: { at_least: 16, below: 32, price: 900 },
  UpdateShippingBand: { price: 600 },
  AddTags: { kind: 'order', ids: [1, 2], tags: ['Handwritten card'] },
  RemoveTags: { kind: 'order', ids: [2], tags: ['handwritten card'] },
  RecordConsent: { version: '2026-03', text: 'I accept the terms of Larch & Lantern.', address: '203.0.113.7', customer_id: 1 },
  HandleWithdrawal: { note: 'Refunded in full.' },
  CreateCancellationReason: { code: 9, words: 'I am moving away', position: 9 },
  UpdateCancellationReason: { words: 'It takes too long' },
  ShowCancelOffer: { cancel_reason: 20 },
  OwnShowCancelOffer: { cancel_reason: 20 },
  AnswerCancelOffer: { outcome: 'declined' },
  OwnAnswerCancelOffer: { outcome: 'declined' },
  CreateTaxRate: { name: 'City tax', country: 'US', region: 'OR', rate: 1500 },
  UpdateTaxRate: { rate: 1750 },
  PreviewMail: { kind: 'shipped', language: 'de' },
  TestMail: { kind: 'shipped' },
  ReportBounce: { email: 'jonas.eastlake@example.com', because: '550 5.1.1 No such mailbox' },
  UpdateMailSettings: { is_on: true, words: [{ language: 'en', subject: 'Your parcel of {{ shop }} is on its way' }] },
  UpdateWebhook: { types: ['order.created', 'order.paid'] },
  RotateWebhookSecret: { overlap_seconds: 3600 },
  ReplayDeliveries: { all_failed: true },
}

/** The body of an operation; that of a customer's write is the merchants' in the fields that it takes, unless it has one of its own. */
export function exampleBodyOf(name: string, fields: ReadonlyMap<string, unknown>): ExampleBody | undefined {
  // A body that has nothing but a condition may be empty.
  if (fields.size === 1 && fields.has('if_changed_in')) return {}
  const shared = exampleBodies[name.replace(/^Own/, '')]
  if (name in exampleBodies || typeof shared !== 'object') return exampleBodies[name] ?? shared
  return Object.fromEntries(Object.entries(shared).filter(([field]) => fields.has(field)))
}

/**
 * Rows in the order in which their examples can follow each other in one store: at last deletions and a further question of a survey, and
 * then what moves the clock of the store.
 */
export const exampleOrder = <Row extends { name: string; method: string }>(rows: readonly Row[]): Row[] => {
  const rank = ({ name, method }: Row) => {
    if (name === 'AdvanceClock') return 2
    return method === 'DELETE' || name === 'CreateProductSurveyField' ? 1 : 0
  }
  return rows.toSorted((one, other) => rank(one) - rank(other))
}
