/** The writable fields of a customer; none can be null. */
import { oneOf, text, time } from '../../values/writable.ts'
import { code, country, email, externalId, locale, name } from '../../values/writable-texts.ts'
import { labels } from '../labels.ts'

const taxIdStatuses = ['unchecked', 'valid', 'invalid', 'unavailable']

export const writable = {
  externalId: externalId('customer'),
  firstName: name('Given name', { max: 200, initially: '' }),
  lastName: name('Family name', { max: 200, initially: '' }),
  email: email('E-mail address, in any case', { uniqueTo: 'customer' }),
  country: country('Country the customer lives in'),
  location: text('Town and region, for people to read', { max: 200, initially: '' }),
  locale: locale("The customer's language, in which mails are", { ifNull: "the store's" }),
  taxId: code("The customer's tax number, in the form of its country, together with its country", {
    max: 50,
    notBlank: true,
    ifNull: 'none',
  }),
  taxIdCountry: country('The country that gave the tax number', { ifNull: 'none' }),
  taxIdStatus: oneOf('Whether the tax number was found to be valid, `unchecked` of a new number', taxIdStatuses, 'TaxIdStatus', {
    ifNull: 'no number',
  }),
  taxIdCheckedAt: time('When the tax number was checked', { years: [1970, 9999], ifNull: 'never' }),
  taxIdAnswer: text('The answer of the check, such as its reference', { max: 1_000, ifNull: 'none' }),
  ...labels('customer'),
}
