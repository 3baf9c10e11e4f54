/** Reads how the shop does, month by month: a document for each part of the page. */
import { graphql } from '../graphql.ts'

export const MrrFiguresDocument = graphql(`
  query MonthlyRevenue {
    figures {
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
          end
          new
          reactivation
          expansion
          contraction
          churn
          paused
          resumed
          giftEnded
        }
      }
    }
  }
`)

export const ChurnFiguresDocument = graphql(`
  query MonthlyChurn {
    figures {
      churn {
        exactSince
        definition
        formula
        rows {
          start
          end
          atStart
          gained
          lost
          rate
          grossRate
          netRate
        }
      }
    }
  }
`)

export const CohortFiguresDocument = graphql(`
  query MonthlyCohorts {
    figures {
      retention {
        exactSince
        definition
        formula
        rows {
          start
          end
          grossRate
          netRate
          cohortSize
          cohortActive
          cohortRate
        }
      }
    }
  }
`)

export const SurvivalFiguresDocument = graphql(`
  query MonthlySurvival {
    figures {
      survival {
        exactSince
        definition
        formula
        rows {
          start
          end
          box
          cohort
          paid
          atRisk
          rate
        }
      }
    }
  }
`)

export const MoneyFiguresDocument = graphql(`
  query MonthlyMoney {
    figures {
      revenue {
        exactSince
        definition
        formula
        rows {
          start
          end
          collected
          captured
          refunded
          disputed
          reversed
        }
      }
    }
  }
`)

export const MovementsDocument = graphql(`
  query Movements(
    $filter: SubscriptionMovementFilter
    $orderBy: [SubscriptionMovementOrder!]
    $first: Int
    $offset: Int
    $customers: Boolean!
  ) {
    subscriptionMovements(filter: $filter, orderBy: $orderBy, first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        at
        kind
        fromPrice
        toPrice
        subscriptionId
        subscription {
          billingName
        }
        customer @include(if: $customers) {
          name
        }
      }
    }
  }
`)
