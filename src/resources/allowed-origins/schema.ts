/** The sites whose scripts may read a store's answers in a browser. */
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'

resource('AllowedOrigin', {
  scope: 'admin',
  columns: { id: 'merchant', storeId: 'merchant', origin: 'merchant', createdAt: 'merchant' },
  access: merchantOnly,
  record: 'allowedOrigin',
  list: 'allowedOrigins',
})
