/**
 * Every type of event, with the scopes that a key needs to read its changes (all of several), and the sentence that describes its cause;
 * the schema is generated from this table.
 */
import { type ScopedResource, scopeOf } from '../auth/scopes.ts'

export const eventTypes = {
  'subscription.created': { scope: 'subscriptions', told: 'A subscription began with the order that bought it.' },
  'subscription.updated': {
    scope: 'subscriptions',
    told: 'Columns of a subscription changed, in a way that no other type here is about.',
  },
  'subscription.renewed': {
    scope: 'subscriptions',
    told: 'A renewal was paid, by itself or by hand, and the end date moved on.',
  },
  'subscription.past_due': { scope: 'subscriptions', told: 'A renewal of an active subscription failed; it is tried again.' },
  'subscription.cancelled': {
    scope: 'subscriptions',
    told: 'A subscription was cancelled, by somebody or since its renewal failed for too long.',
  },
  'subscription.reactivated': { scope: 'subscriptions', told: 'A cancelled or expired subscription is active again.' },
  'subscription.skipped': { scope: 'subscriptions', told: 'The next renewal was skipped.' },
  'subscription.unskipped': { scope: 'subscriptions', told: 'The skip of a renewal was taken back.' },
  'subscription.expired': { scope: 'subscriptions', told: 'The time paid for is over and nothing more is to come.' },
  'subscription_coupon.added': {
    scope: 'subscriptions',
    told: 'A coupon was put on a subscription, by hand or by the checkout that it was given at.',
  },
  'subscription_coupon.removed': { scope: 'subscriptions', told: 'A coupon was taken off a subscription.' },
  'coupon.created': { scope: 'coupons', told: 'A coupon was made.' },
  'coupon.updated': { scope: 'coupons', told: 'Columns of a coupon changed.' },
  'coupon.disabled': { scope: 'coupons', told: 'A coupon was disabled: it can no longer be used.' },
  'coupon.enabled': { scope: 'coupons', told: 'A coupon that was disabled can be used again.' },
  'order.created': { scope: 'orders', told: 'An order was made, paid or left unpaid by a renewal that failed.' },
  'order.updated': { scope: 'orders', told: 'Columns of an order changed.' },
  'order.paid': { scope: 'orders', told: 'An order that a failed renewal had left unpaid was paid.' },
  'order.closed': { scope: 'orders', told: 'An order that waited for its payment was closed: nothing will pay it any more.' },
  'payment.captured': { scope: 'transactions', told: 'A payment was taken; of an order that costs nothing too.' },
  'payment.failed': { scope: 'transactions', told: 'A payment was declined.' },
  'payment.refunded': { scope: 'transactions', told: 'A payment that came too late to be used was given back.' },
  'inventory.updated': { scope: 'inventory', told: 'Columns of a stock record were changed by hand.' },
  'inventory.low': { scope: 'inventory', told: 'The last piece of a tracked form was taken: its count fell to 0 or below.' },
  'product.updated': { scope: 'products', told: 'Columns of a product changed.' },
  'product.archived': { scope: 'products', told: 'A product was archived.' },
  'product.restored': { scope: 'products', told: 'A product was restored.' },
  'product_term_price.created': { scope: 'products', told: 'A product got a price for a term.' },
  'product_term_price.updated': { scope: 'products', told: 'What a product costs for a term changed.' },
  'product_term_price.deleted': { scope: 'products', told: 'A price of a product for a term was deleted.' },
  'metadata.updated': { scope: ['customers', 'subscriptions', 'carts'], told: 'Metadata were written.' },
  'metadata.deleted': { scope: ['customers', 'subscriptions', 'carts'], told: 'Metadata were deleted.' },
  'product_survey.created': { scope: 'product_survey_results', told: 'A survey of a product was made.' },
  'product_survey.updated': { scope: 'product_survey_results', told: 'Columns of a survey of a product changed.' },
  'product_survey.archived': { scope: 'product_survey_results', told: 'A survey of a product was archived.' },
  'product_survey.restored': { scope: 'product_survey_results', told: 'A survey of a product was restored.' },
  'product_survey_field.created': { scope: 'product_survey_results', told: 'A question of a survey was made.' },
  'product_survey_field.updated': { scope: 'product_survey_results', told: 'Columns of a question of a survey changed.' },
  'product_survey_field.archived': { scope: 'product_survey_results', told: 'A question of a survey was archived.' },
  'product_survey_field.restored': { scope: 'product_survey_results', told: 'A question of a survey was restored.' },
  'survey_result.created': { scope: 'product_survey_results', told: 'A survey was filled in.' },
  'survey_result.updated': { scope: 'product_survey_results', told: 'The answers of a survey were replaced.' },
  'survey_result.deleted': { scope: 'product_survey_results', told: 'A filled-in survey was deleted.' },
  'customer.created': { scope: 'customers', told: 'A customer was made.' },
  'customer.updated': { scope: 'customers', told: 'Columns of a customer changed.' },
  'customer.token_created': { scope: 'customers', told: 'A token was issued for a customer.' },
  'customer.session_started': { scope: 'customers', told: 'A customer began a session in a browser.' },
  'customer.session_ended': { scope: 'customers', told: 'A customer ended a session in a browser.' },
  'merchant_key.created': { scope: 'admin', told: 'A merchant key was made.' },
  'merchant_key.rotated': { scope: 'admin', told: 'A merchant key got a new secret.' },
  'merchant_key.revoked': { scope: 'admin', told: 'A merchant key was revoked.' },
  'allowed_origin.added': { scope: 'admin', told: "A site was let read the store's answers in a browser." },
  'allowed_origin.removed': { scope: 'admin', told: 'A site was shut out again.' },
  'webhook.created': { scope: 'webhooks', told: 'A webhook was made.' },
  'webhook.updated': { scope: 'webhooks', told: 'Columns of a webhook changed, or it was disabled or enabled by hand.' },
  'webhook.rotated': { scope: 'webhooks', told: 'A webhook got a new signing secret.' },
  'webhook.deleted': { scope: 'webhooks', told: 'A webhook was deleted.' },
  'webhook.tested': { scope: 'webhooks', told: 'A webhook was sent a test; the test itself is of this type too.' },
  'webhook.replayed': { scope: 'webhooks', told: 'Deliveries of a webhook were sent again.' },
  'webhook.disabled': {
    scope: 'webhooks',
    told: 'A webhook was disabled since a delivery had failed for three days, or its endpoint is gone.',
  },
  'store.created': { scope: 'admin', told: 'The store was made.' },
  'store.updated': { scope: 'admin', told: 'What the store chooses for itself was changed.' },
} as const satisfies Record<string, { scope: ScopedResource | readonly ScopedResource[]; told: string }>

export type EventType = keyof typeof eventTypes

/** The scopes required to read the changes of a type. */
export const scopesOfType = (type: EventType): string[] => [eventTypes[type].scope].flat().map((scope) => scopeOf('read', scope))

/** Whether a key with some scopes may read the changes of a type. */
export const isReadable = (type: EventType, scopes: readonly string[]): boolean =>
  scopes.includes('*') || scopesOfType(type).every((scope) => scopes.includes(scope))

/** The types whose changes a key with some scopes may read. */
export const readableTypes = (scopes: readonly string[]): EventType[] =>
  (Object.keys(eventTypes) as EventType[]).filter((type) => isReadable(type, scopes))
