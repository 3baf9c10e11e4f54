/** The writable fields of an address; none can be null. */
import { reference, text } from '../../values/writable.ts'
import { externalId } from '../../values/writable-texts.ts'
import { placeFields } from '../address-fields.ts'

export const writable = {
  externalId: externalId('address'),
  customerId: reference('Customer', 'The customer whose address it is', { isFixed: true }),
  ...placeFields,
  icon: text('Name of the icon that a dashboard shows beside it', { max: 50, initially: 'home' }),
}
