/** The fields of a store that merchants and operators may write. */
import { say } from '../../values/sentence.ts'
import { count, flag, text, time } from '../../values/writable.ts'
import { code, colour, country, email, locale, name } from '../../values/writable-texts.ts'

// The database has the same (`store_invoice_prefix_check`).
const prefixForm = /^(?:[A-Za-z0-9/_-]{0,19}[/_-])?$/

export const writable = {
  name: name('Name of the shop', { max: 200, notBlank: true }),
  host: text("Host name of the shop's own site, no other store's, such as shop.example", { max: 253, notBlank: true }),
  currency: text('ISO 4217 code of the currency of all amounts, until there is a product or a coupon', {
    max: 3,
    notBlank: true,
  }),
  timeZone: text('IANA name of the time zone that the shop keeps, such as Europe/Berlin', { max: 100, notBlank: true }),
  cancelsPastDue: flag('Whether a subscription that is past due for thirty days is cancelled'),
  chargeOnNewCard: flag('Whether a new payment method of a customer is charged at once for subscriptions that are past due'),
  keepsDisputedRenewals: flag('Whether subscriptions of a disputed order go on renewing; else they stop'),
  visitorCheckout: flag('Whether visitors, who have no account, may fill carts and check them out'),
  renewalNoticeDays: count(
    'How many days before a renewal `subscription.renewal_upcoming` tells of it, and of terms of more than 180 days 30 and 7 days before as well; 0 for none',
    {
      max: 60,
      ifNull: 'none',
    },
  ),
  abandonedAfterHours: count('How many hours after its last change `cart.abandoned` tells of an open cart; 0 for never', {
    max: 8_760,
    ifNull: 'never',
  }),
  accountUrl: text(
    "The address of the page on which the shop's customers look after what they have, at its host: https://shop.example/account",
    { max: 300, notBlank: true, ifNull: 'no such page' },
  ),
  locale: locale('The language of its customers who have none of their own'),
  brandColour: colour('The colour of the head and the buttons of its mails and pages', { ifNull: 'what all have' }),
  mailSender: code('The name that its mails are from', { max: 100, notBlank: true, ifNull: 'that of the shop' }),
  replyTo: email('The address that answers to its mails go to', { ifNull: 'the one that they are from' }),
  mailFooter: text('The lines at the end of its mails', { max: 1_000, notBlank: true, ifNull: 'the company and its address' }),
  giftMailWithParcel: flag(
    'Whether the mail to the recipient of a gift waits for the first parcel; else it is sent once the order is paid',
  ),
  legalName: name('Name of the company behind the shop', { max: 200, ifNull: 'none' }),
  pricesIncludeTax: flag('Whether prices contain the tax; it stays once the store has a tax rate'),
  dispatchCountry: country('The country that parcels are sent from; it stays once the store has a tax rate', { ifNull: 'none' }),
  shippingTaxClass: code('The tax class whose rates shipping takes', { max: 50, notBlank: true, ifNull: 'those of the line' }),
  taxExemptText: text('Why the store charges no tax, as it stands on invoices', {
    max: 500,
    notBlank: true,
    ifNull: 'a store that charges tax',
  }),
  keepsGross: flag('Whether prices that contain tax stay as they are where a sale is untaxed'),
  address: text('Address of the company, as it stands on paper', { max: 1_000, ifNull: 'none' }),
  taxId: text('Tax number of the company, as it stands on invoices', { max: 50, notBlank: true, ifNull: 'none' }),
  invoicePrefix: text(
    'The beginning of the numbers of invoices: letters, digits, -, / and _, of which one of the last three ends it, such as INV-; empty for nothing',
    { max: 20 },
    {
      fault: (value, name) =>
        prefixForm.test(value)
          ? undefined
          : say`${name} must be letters, digits, -, / and _, and end with -, / or _, such as INV-.`,
    },
  ),
  invoicesFrom: time('From when on what is paid has an invoice, not in the past; it takes a legal name and an address', {
    years: [2000, 2199],
    ifNull: 'no invoices',
  }),
}
