/** The settings of the kinds of mails of a store. */
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'

resource('MailSetting', {
  scope: 'mails',
  columns: { id: 'merchant', storeId: 'merchant', kind: 'merchant', isOn: 'merchant', words: 'merchant' },
  access: merchantOnly,
  record: 'mailSetting',
  list: 'mailSettings',
})
