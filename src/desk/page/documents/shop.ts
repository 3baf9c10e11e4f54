/** Which shop is this, and what may I do? */
import { graphql } from '../graphql.ts'

export const ShopDocument = graphql(`
  query Shop {
    store {
      id
      name
      currency
      timeZone
      clock {
        now
      }
    }
  }
`)
