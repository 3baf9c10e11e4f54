/** What is measured: a table of named requests, each with what a right answer holds. */

/** Rows of the seeded database that requests ask for. */
export type Sample = { subscriptionId: bigint }

export type Call = { method: 'GET' | 'POST'; path: string; body?: string }

export type Scenario = {
  /** What the command line calls it; its group is another name for it and its like. */
  name: string
  group: 'reads'
  title: string
  surface: 'REST' | 'GraphQL'
  call(sample: Sample): Call
  /** Whether an answer holds what was asked for; a benchmark of refusals or of empty pages says nothing. */
  isRight(answer: Answer): boolean
}

/** As much of an answer as the checks look at. */
export type Answer = {
  errors?: unknown
  id?: number
  results?: unknown[]
  data?: { subscriptions?: { nodes: Node[] }; subscription?: Node | null }
}
type Node = { id?: string; orders?: { nodes: { products: unknown[] }[] } }

const graphql = (query: string, variables?: (sample: Sample) => object): Scenario['call'] => {
  return (sample) => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query, variables: variables?.(sample) }) })
}

// What the REST surface answers of a subscription, so that both surfaces are measured at the same work.
const subscriptionFields = `
  id autorenew billingName credit endDate isTest note productBillingId skippedDate startDate status storeId type
  billing { id rebillDay rebillMonths rebillWeeks rebillWindow storeId type }
  customer {
    id firstName lastName name email country location numOrders numSubscriptions totalRevenue subscriptionStatus
    storeSettings type
  }
  term { id name description enabled numCycles type }`

const listQuery = `query List { subscriptions(first: 50) { totalCount nodes { ${subscriptionFields} url } } }`

const oneQuery = `query One($id: ID!) { subscription(id: $id) { ${subscriptionFields} } }`

const dashboardQuery = `query Dashboard {
  subscriptions(first: 20) {
    nodes {
      id status startDate endDate autorenew
      customer { id name email }
      orders(first: 5, orderBy: [{ placedAt: desc }]) {
        nodes {
          id placedAt status financialStatus fulfillmentStatus total
          products { id quantity total product { id name sku } }
        }
      }
    }
  }
}`

const nodesOf = ({ data }: Answer): Node[] => data?.subscriptions?.nodes ?? []

export const scenarios: readonly Scenario[] = [
  {
    name: 'list-rest',
    group: 'reads',
    title: '50 subscriptions',
    surface: 'REST',
    call: () => ({ method: 'GET', path: '/v1/subscriptions/?limit=50' }),
    isRight: ({ results }) => results?.length === 50,
  },
  {
    name: 'list-graphql',
    group: 'reads',
    title: '50 subscriptions',
    surface: 'GraphQL',
    call: graphql(listQuery),
    isRight: (answer) => nodesOf(answer).length === 50,
  },
  {
    name: 'one-rest',
    group: 'reads',
    title: 'one subscription by id',
    surface: 'REST',
    call: ({ subscriptionId }) => ({ method: 'GET', path: `/v1/subscriptions/${subscriptionId}` }),
    isRight: ({ id }) => id !== undefined,
  },
  {
    name: 'one-graphql',
    group: 'reads',
    title: 'one subscription by id',
    surface: 'GraphQL',
    call: graphql(oneQuery, ({ subscriptionId }) => ({ id: String(subscriptionId) })),
    isRight: ({ data }) => data?.subscription?.id !== undefined,
  },
  {
    name: 'dashboard',
    group: 'reads',
    title: 'dashboard: 20, orders, products',
    surface: 'GraphQL',
    call: graphql(dashboardQuery),
    isRight: (answer) =>
      nodesOf(answer).length === 20 &&
      nodesOf(answer).every(({ orders }) => orders?.nodes.some(({ products }) => products.length > 0)),
  },
]

/** The names the command line takes. */
export const names: readonly string[] = [...new Set(scenarios.flatMap(({ group, name }) => [group, name]))]

/** The scenarios of those names or groups; all of them when none is named. */
export const chosen = (wanted: readonly string[]): Scenario[] =>
  scenarios.filter(({ name, group }) => wanted.length === 0 || wanted.includes(name) || wanted.includes(group))
