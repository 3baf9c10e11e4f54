/** Reads the last writes of the shop, for the name of the person who changed a record meanwhile. */
import { graphql } from '../graphql.ts'

export const LastWritesDocument = graphql(`
  query LastWrites {
    logEntries(orderBy: [{ id: desc }], first: 50) {
      nodes {
        id
        actor
        actorName
        createdAt
        recordType
        recordId
        orderId
        subscriptionId
        refusedBy
      }
    }
  }
`)
