/** The writable fields of a customer; none can be null. */
import { country, email, externalId, text } from '../../values/writable.ts'

export const writable = {
  externalId: externalId('customer'),
  firstName: text('Given name', { max: 200, initially: '' }),
  lastName: text('Family name', { max: 200, initially: '' }),
  email: email('E-mail address, in any case', { uniqueTo: 'customer' }),
  country: country('Country the customer lives in'),
  location: text('Town and region, for people to read', { max: 200, initially: '' }),
}
