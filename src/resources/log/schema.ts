/** The log of writes, done and refused, as it is read on what was written to. */
import { merchantOnly } from '../../graphql/audience.ts'
import { resource } from '../../graphql/resource.ts'

resource('LogEntry', {
  scope: 'log',
  columns: [
    'id',
    'storeId',
    'createdAt',
    'actor',
    'surface',
    'operation',
    'requestId',
    'recordType',
    'recordId',
    'subscriptionId',
    'orderId',
    'note',
    'changes',
    'refusedBy',
    'message',
  ],
  visible: merchantOnly,
  isPart: true,
  record: 'logEntry',
  list: 'logEntries',
})
