/** The writable fields of a customer; none can be null. */
import { text } from '../../values/writable.ts'
import { country, email, externalId, name } from '../../values/writable-texts.ts'

export const writable = {
  externalId: externalId('customer'),
  firstName: name('Given name', { max: 200, initially: '' }),
  lastName: name('Family name', { max: 200, initially: '' }),
  email: email('E-mail address, in any case', { uniqueTo: 'customer' }),
  country: country('Country the customer lives in'),
  location: text('Town and region, for people to read', { max: 200, initially: '' }),
}
