/** The shop of the page, for the parts that need its clock or its name. */
import { createContext, useContext } from 'react'

export type Shop = {
  name: string
  currency: string
  timeZone: string
  /** The shop's time, which stands still in a shop with a test clock. */
  now: () => Date
  /** The person who is signed in. */
  person: { name: string; role: string }
  /** Whether the person's role has a scope, such as `write_orders`. */
  may: (scope: string) => boolean
}

export const ShopContext = createContext<Shop>({
  name: '',
  currency: 'USD',
  timeZone: 'UTC',
  now: () => new Date(),
  person: { name: '', role: '' },
  may: () => false,
})

export const useShop = (): Shop => useContext(ShopContext)
