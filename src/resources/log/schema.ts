/** The log of writes, done and refused, as it is read on what was written to. */
import { actorName } from '../actor-name.ts'
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'
import { entryChanges } from '../masks.ts'

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
  masked: { changes: entryChanges },
  fields: (t) => ({ actorName: actorName(t) }),
  access: merchantOnly,
  record: 'logEntry',
  list: 'logEntries',
})
