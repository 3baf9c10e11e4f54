/** Credit that a customer is given by hand, or that is taken off. */
import type { Customer } from '../customer.ts'
import type { Act } from './act.ts'
import { isAny, type Kind } from './kind.ts'

const actOn = (customer: Customer, amount: number): Act => ({
  name: 'addCredit',
  input: { customerId: customer.id, amount, reason: 'By hand.' },
  happen(at) {
    if (-amount > Math.max(0, customer.credit)) return 'BAD_INPUT'
    customer.addCredit(at, amount)
    return undefined
  },
  tell() {},
  told: (...difference) => `Customer ${customer.id}: ${JSON.stringify(difference)}`,
})

export const credits: Kind[] = [
  {
    name: 'credit given',
    choose({ shop, chance }) {
      const [customer, amount] = [chance.one(shop.customers), chance.whole(1, 5_000)]
      return { act: () => actOn(customer, amount) }
    },
  },
  {
    name: 'credit taken off',
    needs: 'credit given',
    choose(choice) {
      const { shop, chance } = choice
      const owed = shop.customers.filter(({ credit }) => credit > 0)
      if (owed.length === 0) return undefined
      const customer = chance.one(owed)
      const amount = isAny(choice, 0.1) ? customer.credit + chance.whole(1, 500) : chance.whole(1, customer.credit)
      return { act: () => actOn(customer, -amount) }
    },
  },
]
