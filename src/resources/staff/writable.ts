/** The fields of a person of the staff that are written. */
import { scopesOfRole } from '../../auth/roles.ts'
import { oneOf } from '../../values/writable.ts'
import { email, name } from '../../values/writable-texts.ts'

export const writable = {
  name: name('Name of the person', { max: 200, notBlank: true }),
  email: email('E-mail address of the person, in any case', {}),
  role: oneOf('The role of the person', Object.keys(scopesOfRole), 'StaffRole', {}),
}
