/** The fields of a store that merchants and operators may write. */
import { count, flag, text } from '../../values/writable.ts'
import { name } from '../../values/writable-texts.ts'

export const writable = {
  name: name('Name of the shop', { max: 200, notBlank: true }),
  host: text("Host name of the shop's own site, no other store's, such as shop.example", { max: 253, notBlank: true }),
  currency: text('ISO 4217 code of the currency of all amounts, until there is a product or a coupon', {
    max: 3,
    notBlank: true,
  }),
  timeZone: text('IANA name of the time zone that the shop keeps, such as Europe/Berlin', { max: 100, notBlank: true }),
  cancelsPastDue: flag('Whether a subscription that is past due for thirty days is cancelled'),
  renewalNoticeDays: count('How many days before a renewal `subscription.renewal_upcoming` tells of it; 0 for none', {
    max: 60,
    ifNull: 'none',
  }),
  legalName: name('Name of the company behind the shop', { max: 200, ifNull: 'none' }),
  address: text('Address of the company, as it stands on paper', { max: 1_000, ifNull: 'none' }),
}
