/**
 * Every type of event, with the scopes that a key needs to read its changes (all of several), and the sentence that describes its cause;
 * the schema is generated from this table.
 */
import { type ScopedResource, scopeOf } from '../auth/scopes.ts'

export const eventTypes = {
  'subscription.created': { scope: 'subscriptions', cause: 'A subscription began with the order that bought it.' },
  'subscription.updated': {
    scope: 'subscriptions',
    cause: 'Columns of a subscription changed, in a way that no other type here is about.',
  },
  'subscription.renewed': {
    scope: 'subscriptions',
    cause: 'A renewal was paid, by itself or by hand, and the end date moved on.',
  },
  'subscription.renewal_upcoming': {
    scope: 'subscriptions',
    cause:
      'A renewal is near: its date, what it will charge, and the payment method. Once for each date, and of terms of more than 180 days three times.',
  },
  'subscription.past_due': { scope: 'subscriptions', cause: 'A renewal of an active subscription failed; it is tried again.' },
  'subscription.cancelled': {
    scope: 'subscriptions',
    cause: 'A subscription was cancelled, by somebody or since its renewal failed for too long.',
  },
  'subscription.reactivated': { scope: 'subscriptions', cause: 'A cancelled or expired subscription is active again.' },
  'subscription.skipped': { scope: 'subscriptions', cause: 'The next renewal was skipped.' },
  'subscription.unskipped': { scope: 'subscriptions', cause: 'The skip of a renewal was taken back.' },
  'subscription.paused': { scope: 'subscriptions', cause: 'An active subscription was paused.' },
  'subscription.resumed': {
    scope: 'subscriptions',
    cause: 'A paused subscription is active again, by hand or since its time has come.',
  },
  'subscription.changed': {
    scope: 'subscriptions',
    cause: 'What a subscription sends, for how long it is paid or at what price changed, now or with the renewal that was paid.',
  },
  'subscription.change_scheduled': { scope: 'subscriptions', cause: 'A subscription changes at its next renewal.' },
  'subscription.change_cancelled': { scope: 'subscriptions', cause: 'A change that was scheduled was taken back.' },
  'subscription.change_failed': {
    scope: 'subscriptions',
    cause: 'A change that was scheduled no longer fitted at the renewal, which kept the old plan; `reason` says why.',
  },
  'subscription.expired': { scope: 'subscriptions', cause: 'The time paid for is over and nothing more is to come.' },
  'subscription_coupon.added': {
    scope: 'subscriptions',
    cause: 'A coupon was put on a subscription, by hand or by the checkout that it was given at.',
  },
  'subscription_coupon.removed': { scope: 'subscriptions', cause: 'A coupon was taken off a subscription.' },
  'cancellation_reason.created': { scope: 'subscriptions', cause: 'A reason for cancelling was listed.' },
  'cancellation_reason.updated': { scope: 'subscriptions', cause: 'Columns of a reason for cancelling changed.' },
  'cancellation_reason.archived': { scope: 'subscriptions', cause: 'A reason for cancelling was archived.' },
  'cancellation_reason.restored': { scope: 'subscriptions', cause: 'A reason for cancelling was restored.' },
  'cancel_offer.shown': { scope: 'subscriptions', cause: 'An offer was shown to a customer who was about to cancel.' },
  'cancel_offer.answered': { scope: 'subscriptions', cause: 'A customer accepted an offer, or declined it.' },
  'coupon.created': { scope: 'coupons', cause: 'A coupon was made.' },
  'coupon.updated': { scope: 'coupons', cause: 'Columns of a coupon changed.' },
  'coupon.disabled': { scope: 'coupons', cause: 'A coupon was disabled: it can no longer be used.' },
  'coupon.enabled': { scope: 'coupons', cause: 'A coupon that was disabled can be used again.' },
  'cart.created': { scope: 'carts', cause: 'A cart was made.' },
  'cart.updated': { scope: 'carts', cause: 'The contents of an open cart changed.' },
  'cart.abandoned': {
    scope: 'carts',
    cause:
      'A cart was not checked out for the hours that its store sets, 4 unless it does, after its last change. Once for each cart.',
  },
  'order.created': { scope: 'orders', cause: 'An order was made, paid or left unpaid by a renewal that failed.' },
  'order.updated': { scope: 'orders', cause: 'Columns of an order changed.' },
  'order.paid': { scope: 'orders', cause: 'An order that a failed renewal had left unpaid was paid.' },
  'order.fulfilled': { scope: 'orders', cause: 'All deliveries of an order were sent, but for those that were cancelled.' },
  'order.closed': {
    scope: 'orders',
    cause: 'Nothing is to be done for an order any more: it is delivered or cancelled, or nothing will pay it.',
  },
  'order.edited': { scope: 'orders', cause: 'Lines or the address of an order were changed before anything of it was sent.' },
  'order.cancelled': { scope: 'orders', cause: 'An order was cancelled before anything of it was sent.' },
  'order.refunded': { scope: 'orders', cause: 'Money of an order was given back, to a card or as credit.' },
  'invoice.created': { scope: 'orders', cause: 'An invoice, a credit note or a correction was issued.' },
  'shipment.shipped': { scope: 'shipments', cause: 'A parcel was sent.' },
  'shipment.updated': {
    scope: 'shipments',
    cause: 'A shipment that is not sent goes to another address, or one that was sent has another carrier or tracking.',
  },
  'shipment.split': { scope: 'shipments', cause: 'A parcel was planned for what another one left behind.' },
  'shipment.delivered': { scope: 'shipments', cause: 'A parcel arrived.' },
  'shipment.returned': { scope: 'shipments', cause: 'A parcel came back.' },
  'shipment.cancelled': { scope: 'shipments', cause: 'A parcel was cancelled before it was sent.' },
  'payment.captured': { scope: 'transactions', cause: 'A payment was taken; of an order that costs nothing too.' },
  'payment.failed': { scope: 'transactions', cause: 'A payment was declined.' },
  'payment.refunded': { scope: 'transactions', cause: 'A payment that came too late to be used was given back.' },
  'payment.credited': {
    scope: 'transactions',
    cause: 'A payment that came too late to be used could not be given back for 72 hours, and is credit of the customer.',
  },
  'refund.created': { scope: 'refunds', cause: 'A refund was recorded; its amount is reserved.' },
  'refund.pending': { scope: 'refunds', cause: 'The payment gateway took a refund and pays it out later.' },
  'refund.done': { scope: 'refunds', cause: 'A refund was given back.' },
  'refund.failed': { scope: 'refunds', cause: 'The payment gateway declined a refund; nothing was given back.' },
  'refund.reversed': {
    scope: 'refunds',
    cause: 'A refund that was done has failed: the money came back to the store. Pieces that left their deliveries are not sent.',
  },
  'dispute.opened': { scope: 'disputes', cause: 'A customer disputes a payment at the bank, or the bank inquires about it.' },
  'dispute.updated': { scope: 'disputes', cause: 'The gateway tells something new of a dispute.' },
  'dispute.closed': { scope: 'disputes', cause: 'A dispute is over: won, lost, or closed without money having moved.' },
  'mail.resent': { scope: 'mails', cause: 'A mail is sent again, as a mail of its own.' },
  'mail.tested': { scope: 'mails', cause: 'A mail to try the words of a kind is sent to the store.' },
  'mail_setting.updated': { scope: 'mails', cause: 'A kind of mails was switched on or off, or has other words.' },
  'inventory.updated': { scope: 'inventory', cause: 'Columns of a stock record were changed by hand.' },
  'inventory.low': {
    scope: 'inventory',
    cause: 'The count of a tracked instance fell to where it is low, `lowStockAt`, or below: to 0 unless that is set.',
  },
  'product.created': { scope: 'products', cause: 'A product was made, with its parts.' },
  'product.updated': { scope: 'products', cause: 'Columns of a product, or its parts, changed.' },
  'product.archived': { scope: 'products', cause: 'A product was archived.' },
  'product.restored': { scope: 'products', cause: 'A product was restored.' },
  'product_term_price.created': { scope: 'products', cause: 'A product got a price for a term.' },
  'product_term_price.updated': { scope: 'products', cause: 'The price of a product for a term changed.' },
  'product_term_price.deleted': { scope: 'products', cause: 'A price of a product for a term was deleted.' },
  'product_instance.created': { scope: 'product_instances', cause: 'An instance of a product was made.' },
  'product_instance.updated': { scope: 'product_instances', cause: 'Columns of an instance of a product changed.' },
  'product_instance.archived': { scope: 'product_instances', cause: 'An instance of a product was archived.' },
  'product_instance.restored': { scope: 'product_instances', cause: 'An instance of a product was restored.' },
  'product_instance_subscription_type_term_price.created': {
    scope: 'product_instances',
    cause: 'A price of an instance for a term was made.',
  },
  'product_instance_subscription_type_term_price.updated': {
    scope: 'product_instances',
    cause: 'Columns of a price of an instance for a term changed.',
  },
  'product_instance_subscription_type_term_price.deleted': {
    scope: 'product_instances',
    cause: 'A price of an instance for a term was deleted.',
  },
  'product_variant_type.created': { scope: 'products', cause: 'A way in which instances of a product differ was made.' },
  'product_variant_type.updated': {
    scope: 'products',
    cause: 'Columns of a way in which instances of a product differ changed.',
  },
  'product_variant_type.archived': { scope: 'products', cause: 'A way in which instances of a product differ was archived.' },
  'product_variant_type.restored': { scope: 'products', cause: 'A way in which instances of a product differ was restored.' },
  'product_variant_value.created': { scope: 'products', cause: 'A value of a variant was made.' },
  'product_variant_value.updated': { scope: 'products', cause: 'Columns of a value of a variant changed.' },
  'product_variant_value.archived': { scope: 'products', cause: 'A value of a variant was archived.' },
  'product_variant_value.restored': { scope: 'products', cause: 'A value of a variant was restored.' },
  'subscription_type.created': { scope: 'products', cause: 'A kind of subscription of a product was made.' },
  'subscription_type.updated': { scope: 'products', cause: 'Columns of a kind of subscription of a product changed.' },
  'subscription_type.archived': { scope: 'products', cause: 'A kind of subscription of a product was archived.' },
  'subscription_type.restored': { scope: 'products', cause: 'A kind of subscription of a product was restored.' },
  'subscription_type_term.created': { scope: 'products', cause: 'A term of a kind of subscription was made.' },
  'subscription_type_term.updated': { scope: 'products', cause: 'Columns of a term of a kind of subscription changed.' },
  'subscription_type_term.archived': { scope: 'products', cause: 'A term of a kind of subscription was archived.' },
  'subscription_type_term.restored': { scope: 'products', cause: 'A term of a kind of subscription was restored.' },
  'product_image.created': { scope: 'products', cause: 'A picture was made.' },
  'product_image.deleted': { scope: 'products', cause: 'A picture was deleted.' },
  'metadata.updated': { scope: ['customers', 'subscriptions', 'carts', 'orders', 'products'], cause: 'Metadata were written.' },
  'metadata.deleted': { scope: ['customers', 'subscriptions', 'carts', 'orders', 'products'], cause: 'Metadata were deleted.' },
  'product_survey.created': { scope: 'product_survey_results', cause: 'A survey of a product was made.' },
  'product_survey.updated': { scope: 'product_survey_results', cause: 'Columns of a survey of a product changed.' },
  'product_survey.archived': { scope: 'product_survey_results', cause: 'A survey of a product was archived.' },
  'product_survey.restored': { scope: 'product_survey_results', cause: 'A survey of a product was restored.' },
  'product_survey_field.created': { scope: 'product_survey_results', cause: 'A question of a survey was made.' },
  'product_survey_field.updated': { scope: 'product_survey_results', cause: 'Columns of a question of a survey changed.' },
  'product_survey_field.archived': { scope: 'product_survey_results', cause: 'A question of a survey was archived.' },
  'product_survey_field.restored': { scope: 'product_survey_results', cause: 'A question of a survey was restored.' },
  'survey_result.created': { scope: 'product_survey_results', cause: 'A survey was filled in.' },
  'survey_result.updated': { scope: 'product_survey_results', cause: 'The answers of a survey were replaced.' },
  'survey_result.deleted': { scope: 'product_survey_results', cause: 'A filled-in survey was deleted.' },
  'customer.created': { scope: 'customers', cause: 'A customer was made.' },
  'customer.updated': { scope: 'customers', cause: 'Columns of a customer changed.' },
  'customer.mail_refused': {
    scope: 'customers',
    cause: 'A mail was refused since there is no such address; it gets none until it changes.',
  },
  'customer.archived': { scope: 'customers', cause: 'A customer was archived.' },
  'customer.restored': { scope: 'customers', cause: 'A customer was restored.' },
  'address.created': { scope: 'customers', cause: 'An address of a customer was made.' },
  'address.updated': { scope: 'customers', cause: 'Columns of an address changed.' },
  'address.archived': { scope: 'customers', cause: 'An address was archived.' },
  'address.restored': { scope: 'customers', cause: 'An address was restored.' },
  'payment_method.created': { scope: 'customers', cause: 'A payment method was added to a customer.' },
  'payment_method.updated': { scope: 'customers', cause: 'Columns of a payment method changed, or another became the default.' },
  'payment_method.expiring': {
    scope: 'customers',
    cause: 'A payment method that a subscription is renewed with runs out within 30 days. Once for each expiry.',
  },
  'payment_method.removed': { scope: 'customers', cause: 'A payment method was removed, or replaced by another.' },
  'customer.token_created': { scope: 'customers', cause: 'A token was issued for a customer.' },
  'customer.session_started': { scope: 'customers', cause: 'A customer began a session in a browser.' },
  'customer.session_ended': { scope: 'customers', cause: 'A customer ended a session in a browser.' },
  'customer.sign_in_requested': {
    scope: 'customers',
    cause: "A link that signs a customer in to the customer's page was asked for, and is mailed.",
  },
  'withdrawal.received': {
    scope: 'customers',
    cause: 'Somebody declared on the page of the shop to withdraw from a contract, or to cancel one.',
  },
  'withdrawal.confirmation_requested': {
    scope: 'customers',
    cause: 'A link by which its customer confirms a withdrawal is mailed.',
  },
  'withdrawal.confirmed': {
    scope: 'customers',
    cause: 'A customer confirmed a withdrawal by a mailed link, which ended renewals and unsent boxes.',
  },
  'withdrawal.handled': { scope: 'customers', cause: 'The store dealt with a withdrawal.' },
  'consent.recorded': { scope: 'customers', cause: 'It was recorded what a customer accepted, such as terms.' },
  'credit_entry.created': { scope: 'customers', cause: "A customer's credit changed, by an order, a refund or by hand." },
  'merchant_key.created': { scope: 'admin', cause: 'A merchant key was made.' },
  'merchant_key.rotated': { scope: 'admin', cause: 'A merchant key got a new secret.' },
  'merchant_key.revoked': { scope: 'admin', cause: 'A merchant key was revoked.' },
  'staff.invited': { scope: 'staff', cause: 'A person was invited to the staff, or once more.' },
  'staff.accepted': { scope: 'staff', cause: 'A person accepted an invitation to the staff.' },
  'staff.updated': { scope: 'staff', cause: 'The name or the role of a person of the staff changed.' },
  'staff.removed': { scope: 'staff', cause: 'A person was removed from the staff.' },
  'staff.redacted': { scope: 'staff', cause: 'Name and e-mail address of a removed person were deleted.' },
  'staff_session.started': { scope: 'staff', cause: 'A person of the staff signed in.' },
  'staff_session.ended': { scope: 'staff', cause: 'A session of a person of the staff was ended.' },
  'allowed_origin.added': { scope: 'admin', cause: "A site was let read the store's answers in a browser." },
  'allowed_origin.removed': { scope: 'admin', cause: 'A site was shut out again.' },
  'webhook.created': { scope: 'webhooks', cause: 'A webhook was made.' },
  'webhook.updated': { scope: 'webhooks', cause: 'Columns of a webhook changed, or it was disabled or enabled by hand.' },
  'webhook.rotated': { scope: 'webhooks', cause: 'A webhook got a new signing secret.' },
  'webhook.deleted': { scope: 'webhooks', cause: 'A webhook was deleted.' },
  'webhook.tested': { scope: 'webhooks', cause: 'A webhook was sent a test; the test itself is of this type too.' },
  'webhook.replayed': { scope: 'webhooks', cause: 'Deliveries of a webhook were sent again.' },
  'webhook.disabled': {
    scope: 'webhooks',
    cause: 'A webhook was disabled since a delivery had failed for three days, or its endpoint is gone.',
  },
  'store.created': { scope: 'admin', cause: 'The store was made.' },
  'tax_rate.created': { scope: 'admin', cause: 'A rate of tax was made.' },
  'tax_rate.updated': { scope: 'admin', cause: 'Columns of a rate of tax changed.' },
  'tax_rate.archived': { scope: 'admin', cause: 'A rate of tax was archived: it applies to no order any more.' },
  'tax_rate.restored': { scope: 'admin', cause: 'A rate of tax that was archived applies again.' },
  'shipping_zone.created': { scope: 'admin', cause: 'A shipping zone was made.' },
  'shipping_zone.updated': { scope: 'admin', cause: 'Columns of a shipping zone changed.' },
  'shipping_zone.archived': { scope: 'admin', cause: 'A shipping zone was archived: nothing is sent to it any more.' },
  'shipping_zone.restored': { scope: 'admin', cause: 'A shipping zone that was archived is sent to again.' },
  'shipping_band.created': { scope: 'admin', cause: 'A band of a shipping zone was made.' },
  'shipping_band.updated': { scope: 'admin', cause: 'Columns of a band of a shipping zone changed.' },
  'shipping_band.deleted': { scope: 'admin', cause: 'A band of a shipping zone was deleted.' },
  'store.updated': { scope: 'admin', cause: 'The settings of the store were changed.' },
} as const satisfies Record<string, { scope: ScopedResource | readonly ScopedResource[]; cause: string }>

export type EventType = keyof typeof eventTypes

/** The type of a name that is made of parts, such as `coupon.created`. */
export function eventTypeOf(name: string): EventType {
  if (!(name in eventTypes)) throw new Error(`writes/event-types.ts has no ${name}`)
  return name as EventType
}

/** The scopes required to read the changes of a type. */
export const scopesOfType = (type: EventType): string[] => [eventTypes[type].scope].flat().map((scope) => scopeOf('read', scope))

/** Whether a key with some scopes may read the changes of a type. */
export const isReadable = (type: EventType, scopes: readonly string[]): boolean =>
  scopes.includes('*') || scopesOfType(type).every((scope) => scopes.includes(scope))

/** The types whose changes a key with some scopes may read. */
export const readableTypes = (scopes: readonly string[]): EventType[] =>
  (Object.keys(eventTypes) as EventType[]).filter((type) => isReadable(type, scopes))
