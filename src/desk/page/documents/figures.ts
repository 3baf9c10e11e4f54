/** Reads how the shop does, month by month. */
import { graphql } from '../graphql.ts'

export const FiguresDocument = graphql(`
  query MonthlyFigures($from: String, $to: String) {
    figures(from: $from, to: $to) {
      mrr {
        exactSince
        definition
        rows {
          start
          mrr
          committed
        }
      }
      mrrMovements {
        definition
        rows {
          start
          startMrr
          new
          reactivation
          expansion
          contraction
          churn
          endMrr
        }
      }
      churn {
        definition
        rows {
          start
          atStart
          gained
          lost
          rate
        }
      }
      revenue {
        definition
        rows {
          start
          collected
          captured
          refunded
        }
      }
    }
  }
`)
