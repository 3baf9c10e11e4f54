/** The log of writes, done and refused, as it is read on what was written to. */
import { merchantOnly } from '../../graphql/audience.ts'
import { resource } from '../../graphql/resource.ts'

resource('LogEntry', {
  scope: 'log',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    createdAt: 'merchant',
    actor: 'merchant',
    surface: 'merchant',
    operation: 'merchant',
    requestId: 'merchant',
    recordType: 'merchant',
    recordId: 'merchant',
    subscriptionId: 'merchant',
    orderId: 'merchant',
    note: 'merchant',
    changes: 'merchant',
    refusedBy: 'merchant',
    message: 'merchant',
  },
  visible: merchantOnly,
  isPart: true,
  record: 'logEntry',
  list: 'logEntries',
})
