/** Reads the shop of the page. */
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
