/** `tandem customer-token`: signs a token for one customer. */
import { readLifetime, tokenLifetimeSeconds } from '../auth/customer-token.ts'
import { createCustomerToken } from '../resources/customers/token.ts'
import { readId } from '../values/id.ts'
import { json, OperatorCommand } from './command.ts'
import { checkCustomer, operate, readSeconds, say, withDatabase } from './operate.ts'

export const customerTokenCommand = new OperatorCommand('customer-token')
  .requiredOption('--store <id>', 'the store the customer buys in')
  .requiredOption('--customer <id>', 'the customer')
  .option('--lifetime <seconds>', 'how long it is good, 60 to 86400', String(tokenLifetimeSeconds))
  .option(...json)
  .action((options: { store: string; customer: string; lifetime: string; json?: boolean }) => {
    const storeId = readId('--store', options.store)
    const id = readId('--customer', options.customer)
    const lifetimeSeconds = readLifetime(readSeconds('--lifetime', options.lifetime))
    return withDatabase(async (db) => {
      await checkCustomer(db, storeId, id)
      const { shownOnce } = await operate(db, storeId, createCustomerToken, { customerId: String(id), lifetimeSeconds })
      const token = shownOnce?.token ?? ''
      say(options.json ? JSON.stringify({ token, expires_in: lifetimeSeconds }) : token)
    })
  })
