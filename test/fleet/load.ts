/** The clients of the shop, who read and write over both surfaces at the same time until they are told to end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Asked, type Client, graphqlRead, graphqlWrite, outcomeOf, read, restWrite, type Sent } from './client.ts'
import type { Shop } from './shop.ts'

const pauseMilliseconds = 60

export type Load = {
  /** The requests that were answered as under way still. */
  underWay: Sent[]
  /** The customers who have ordered. */
  ordered: number[]
  skipped: number[]
  cancelled: number[]
  /** How often the metadata of each customer were written. */
  noted: Map<number, number>
  end(): Promise<void>
}

/** Which surface a turn goes over. */
const isRest = (turn: number) => turn % 2 === 0

/** Begins the load. */
export function startLoad(client: Client, shop: Shop): Load {
  const { instanceId } = shop
  const load = { underWay: [] as Sent[], ordered: [] as number[], skipped: [] as number[], cancelled: [] as number[] }
  const noted = new Map<number, number>()
  let isEnding = false

  async function send(asked: Asked): Promise<void> {
    const sent = await client.send(asked)
    if (outcomeOf(sent) === 'under way') load.underWay.push(sent)
  }

  const order = async (customer: number, turn: number) => {
    load.ordered.push(customer)
    if (isRest(turn)) {
      const body = { customer: { id: customer }, products: [{ product_instance: { id: instanceId } }] }
      return send(restWrite('createOrder', 'POST', '/v1/orders/', body))
    }
    const input = { customer: { id: String(customer) }, products: [{ productInstance: { id: instanceId } }] }
    return send(graphqlWrite('createOrder', input, 'order { id }'))
  }

  const end = async (id: number, turn: number) => {
    const own = `/v1/subscriptions/${id}/`
    load.skipped.push(id)
    if (isRest(turn)) await send(restWrite('skipSubscription', 'PUT', `${own}skip/`, { skip: true }))
    else await send(graphqlWrite('skipSubscription', { id }, 'subscription { id }'))
    load.cancelled.push(id)
    if (isRest(turn)) await send(graphqlWrite('cancelSubscription', { id }, 'subscription { id }'))
    else await send(restWrite('cancelSubscription', 'PUT', `${own}cancel/`, {}))
  }

  const note = async (customer: number, turn: number) => {
    noted.set(customer, turn + 1)
    const data = { turn, [`turn_${turn % 10}`]: turn }
    if (isRest(turn) && turn > 0) return send(restWrite('mergeMetadata', 'PUT', `/v1/customers/${customer}/metadata/`, data))
    const written = turn === 0 ? 'replaceMetadata' : 'mergeMetadata'
    return send(graphqlWrite(written, { owner: { customerId: customer }, data }, 'metadata { __typename }'))
  }

  const look = (turn: number) =>
    send(
      isRest(turn)
        ? read(`/v1/orders/?limit=10&page=${turn % 5}`)
        : graphqlRead('{ subscriptions(first: 10) { nodes { id status customer { email } } } }'),
    )

  async function loop(work: (turn: number) => Promise<void>): Promise<void> {
    for (let turn = 0; !isEnding; turn += 1) {
      await work(turn)
      await sleep(pauseMilliseconds)
    }
  }
  /** Works on each of a list once, and afterwards reads. */
  const each = (list: number[], work: (id: number, turn: number) => Promise<void>) =>
    loop((turn) => {
      const next = list.shift()
      return next === undefined ? look(turn) : work(next, turn)
    })
  const buyers = [...shop.buyers]
  const slowBuyers = [...shop.slowBuyers]
  const subscriptions = [...shop.subscriptions]
  const working = Promise.all([
    ...[1, 2, 3].map(() => each(buyers, order)),
    ...[1, 2, 3, 4].map(() => each(slowBuyers, order)),
    ...[1, 2].map(() => each(subscriptions, end)),
    ...shop.noted.map((customer) => loop((turn) => note(customer, turn))),
    ...[1, 2].map(() => loop(look)),
  ])
  return {
    ...load,
    noted,
    async end() {
      isEnding = true
      await working
    },
  }
}
