/** The reads that are measured: a page, one record, and a dashboard. */
import { subscriptionFields } from './fields.ts'
import type { Answer, Call, Sample, Scenario } from './scenarios.ts'

type Node = { id?: string; orders?: { nodes: { products: unknown[] }[] } }
type Data = { subscriptions?: { nodes: Node[] }; subscription?: Node | null }

const rest = (path: string, isRight: Call['isRight']): Call => ({ method: 'GET', path, status: 200, isRight })

const graphql = (query: string, variables: object, isRight: (data: Data) => boolean): Call => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
  status: 200,
  isRight: (answer: Answer) => isRight(answer.data as Data),
})

const listQuery = `query List { subscriptions(first: 50) { totalCount nodes { ${subscriptionFields} url } } }`

const oneQuery = `query One($id: ID!) { subscription(id: $id) { ${subscriptionFields} } }`

export const dashboardQuery = `query Dashboard {
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

const nodesOf = ({ subscriptions }: Data): Node[] => subscriptions?.nodes ?? []

// Not the first: that one is in every list too.
const one = ({ subscriptionIds }: Sample): string => String(subscriptionIds[100 % subscriptionIds.length])

export const reads: readonly Scenario[] = [
  {
    name: 'list-rest',
    group: 'reads',
    title: '50 subscriptions',
    surface: 'REST',
    round: 1,
    call: () => rest('/v1/subscriptions/?limit=50', ({ results }) => (results as unknown[] | undefined)?.length === 50),
  },
  {
    name: 'list-graphql',
    group: 'reads',
    title: '50 subscriptions',
    surface: 'GraphQL',
    round: 1,
    call: () => graphql(listQuery, {}, (data) => nodesOf(data).length === 50),
  },
  {
    name: 'one-rest',
    group: 'reads',
    title: 'one subscription by id',
    surface: 'REST',
    round: 1,
    call: (sample) => rest(`/v1/subscriptions/${one(sample)}`, ({ id }) => String(id) === one(sample)),
  },
  {
    name: 'one-graphql',
    group: 'reads',
    title: 'one subscription by id',
    surface: 'GraphQL',
    round: 1,
    call: (sample) => graphql(oneQuery, { id: one(sample) }, ({ subscription }) => subscription?.id === one(sample)),
  },
  {
    name: 'dashboard',
    group: 'reads',
    title: 'dashboard: 20, orders, products',
    surface: 'GraphQL',
    round: 1,
    call: () =>
      graphql(dashboardQuery, {}, (data) => {
        const nodes = nodesOf(data)
        return nodes.length === 20 && nodes.every(({ orders }) => orders?.nodes.some(({ products }) => products.length > 0))
      }),
  },
]
