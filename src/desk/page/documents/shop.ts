/** Reads the shop of the page, and the person who is signed in. */
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
    signedIn {
      name
      email
      role
      scopes
    }
  }
`)
