/** A store with a test clock, and a gateway that does as the tests say. */
import { beforeEach, expect } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { type Gateway, GatewayUnclear } from '../../src/payments/gateway.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { workRound } from '../../src/worker/round.ts'
import { declaring } from '../payments/declaring.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

type Mood = 'answers' | 'charges and breaks' | 'is silent'

/** A gateway that declines as often as the card's number says, and captures then; `tok_never` it always declines. */
class CountingGateway implements Gateway {
  readonly name = 'sandbox'
  readonly declares = declaring(0)
  /** The card of each request, in turn. */
  asked: string[] = []
  mood: Mood = 'answers'

  async charge({ token: stored, reference }: { token: string | null; reference: string }) {
    const token = stored ?? ''
    this.asked.push(token)
    if (this.mood !== 'answers') throw new GatewayUnclear('The line is dead.')
    const tries = this.asked.filter((each) => each === token).length
    const declines = token === 'tok_never' ? Number.POSITIVE_INFINITY : Number(/\d+$/.exec(token)?.[0] ?? 0)
    const gatewayReference = `ref_${reference}`
    return tries <= declines
      ? { result: 'declined' as const, gatewayReference, reason: 'No funds.' }
      : { result: 'captured' as const, gatewayReference }
  }

  async find(reference: string) {
    if (this.mood !== 'charges and breaks') return undefined
    return { result: 'captured' as const, gatewayReference: `ref_${reference}` }
  }

  async refund({ reference }: { reference: string }) {
    return { result: 'done' as const, gatewayReference: `ref_${reference}` }
  }

  async findRefund(): Promise<undefined> {}
}

export const daysOf = (times: Date[]) => times.map((time) => time.toISOString().slice(0, 10))

const clockFields = 'clock { isTest now target isMoving }'
const move = `mutation($to: DateTime!) { advanceClock(input: { to: $to }) { store { ${clockFields} } userErrors { code field message } } }`

/** Opens a store whose first shop has a test clock, which runs with real time again before each test. */
export async function openClockStore(options: { isApart?: boolean } = {}) {
  const gateway = new CountingGateway()
  const time = { real: today }
  const clock = clockOf(() => time.real)
  const faults: unknown[] = []
  const store = await openStore({ ...options, gateway: () => gateway, now: () => time.real })
  const { db } = store
  const worker = { db, clock, gateways: gatewaysOf(gateway), report: (error: unknown) => void faults.push(error) }
  await db.store.update({ where: { id: 1n }, data: { hasTestClock: true } })

  beforeEach(async () => {
    time.real = today
    faults.length = 0
    gateway.asked = []
    gateway.mood = 'answers'
    await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
    await db.payment.updateMany({ data: { dueAt: null } })
    await db.store.update({ where: { id: 1n }, data: { clockNow: null, clockTarget: null } })
  })

  /** Sets the clock on its way; answers why not, if it was refused. */
  async function advance(to: string, as = store.merchant) {
    const { data, errors } = await store.graphql(move, { to }, as)
    return { refusals: [...(data?.advanceClock?.userErrors ?? []), ...errors] }
  }

  const shownClock = async (as = store.merchant) => (await store.graphql(`{ store { ${clockFields} } }`, {}, as)).data.store.clock

  /** Works until there is nothing to do. */
  async function work(): Promise<void> {
    for (;;) {
      const { done, moved } = await inSight(() => workRound(worker))
      if (done + moved === 0) return
    }
  }

  /** Moves the clock, and has all done that falls due. */
  async function moveTo(to: string): Promise<void> {
    expect((await advance(to)).refusals).toEqual([])
    await work()
    const now = `${new Date(to).toISOString().slice(0, 19)}Z`
    expect(await shownClock()).toEqual({ isTest: true, now, target: null, isMoving: false })
  }

  const read = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id) })

  /** The renewals of a subscription. */
  const ordersOf = (subscriptionId: number) =>
    db.order.findMany({
      where: { storeId: 1n, isRenewal: true, products: { some: { subscriptionId } } },
      orderBy: { id: 'asc' },
      include: {
        transactions: { orderBy: { id: 'asc' } },
        fulfillments: { orderBy: { id: 'asc' }, include: { shipment: true } },
      },
    })

  return { store, db, gateway, clock, time, faults, worker, advance, shownClock, work, moveTo, read, ordersOf }
}
