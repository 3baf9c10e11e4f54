/** Real processes that are stopped or killed at each step of a dispute, and of its webhooks: money moves once, and the last state stands. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lookAtDisputes } from '../../../src/worker/disputes.ts'
import { inSight } from '../../support/every-statement.ts'
import { roundOf, type Server, startDisputes, stoppedAt } from '../stopping.ts'
import { openChosenStore } from './chosen-store.ts'
import { type DisputePoint, noticePoints } from './points.ts'
import { bought, disputeFigures, noticeOf } from './told-dispute.ts'

const chosen = await openChosenStore()
const { stripe, store, db, clock, gateways, choose, waits, shared } = chosen

let stopping: Server | undefined
/** Time limit of a test that starts a process. */
const milliseconds = 120_000

/** The steps of a dispute, by the status that is read. */
const steps = {
  needs_response: ['after the read', 'before the log', 'after the commit'],
  won: [
    ...['before the read', 'after the read', 'before the revenue of the subscription', 'before the revenue of the customer'],
    ...['before the reading ends', 'before the log', 'after the commit'],
  ],
  lost: ['before the reading ends', 'after the commit'],
} as const

type Status = keyof typeof steps

// The embedded database is in one process alone.
describe.skipIf(!shared.url)('A process', () => {
  beforeAll(async () => {
    expect(await choose()).toMatchObject({ status: 200 })
  })

  afterEach(({ task }) => void (task.result?.state === 'fail' && kill()))
  afterAll(() => kill())

  const running = async () => (stopping ??= await startDisputes(shared))
  const kill = () => {
    stopping?.child.kill('SIGKILL')
    stopping = undefined
  }

  beforeEach(async () => {
    await db.gatewayDispute.updateMany({ data: { dueAt: null } })
    await db.gatewayAccount.updateMany({ data: { disputesListedAt: chosen.now() } })
  })

  /** Reads disputes as another instance does once so many seconds have passed. */
  async function look(seconds = 0): Promise<void> {
    waits(seconds)
    const report = (error: unknown) => {
      throw error
    }
    await inSight(() => lookAtDisputes({ db, clock, gateways, report }))
  }

  /** The database rolls back the transaction of a killed process a moment later. */
  async function rolledBack(): Promise<void> {
    const open = async () => {
      const rows = await inSight(
        () =>
          db.$queryRaw<
            object[]
          >`SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
      )
      return rows.length
    }
    await expect.poll(open, { timeout: 60_000 }).toBe(0)
  }

  /** An order of 4800, of which 800 are paid by credit, whose dispute is about to have a status. */
  async function about(status: Status) {
    const order = await bought(chosen, { credit: 800 })
    // By test keys orders are tests, which figures leave out.
    await db.order.updateMany({ where: { id: order.orderId }, data: { isTest: false } })
    await db.transaction.updateMany({ where: { orderId: order.orderId }, data: { isTest: false } })
    const before = { sums: await order.sums(), figures: await disputeFigures(chosen) }
    const dispute = stripe.books.openDispute(order.intent)
    const tell = async (type: string) => {
      const { path, init } = noticeOf(chosen, type, dispute)
      expect((await store.fetch(path, init)).status).toBe(200)
    }
    const becomes = (next: 'won' | 'lost') => {
      dispute.status = next
      if (next === 'won') stripe.books.moveDispute(dispute, 4_000)
    }
    await tell('created')
    if (status !== 'needs_response') {
      await look()
      becomes(status)
      waits(5)
      await tell('closed')
    }
    /** Expects that everything is right for a status, once. */
    const expectOnce = async (last: Status) => {
      const isWon = last === 'won'
      const isOver = last !== 'needs_response'
      expect(await order.read()).toMatchObject([
        { status: last, amount: 4_000n, isWithdrawn: !isWon, closedAt: isOver ? expect.any(Date) : null, isStopping: false },
      ])
      expect(await order.withdrawals()).toMatchObject([
        { result: 'refunded', total: 4_000n, reversedAt: isWon ? expect.any(Date) : null },
      ])
      const { sums, figures } = before
      const lost = isWon ? 0 : 4_000
      expect(await order.sums()).toEqual({
        ...sums,
        customer: sums.customer - lost,
        subscription: sums.subscription - lost,
        refundable: isWon ? sums.refundable : 0,
      })
      const moved = (await disputeFigures(chosen)).map((figure, place) => figure - (figures[place] ?? 0))
      expect(moved).toEqual([0 - lost, -4_000, 4_000 - lost])
      expect(await order.subscription()).toMatchObject({ status: 'active', autorenew: false })
      const told = ['dispute.opened', 'subscription.updated', ...(isOver ? ['dispute.closed'] : [])]
      expect((await order.events()).toSorted()).toEqual(told.toSorted())
      const [row] = await db.gatewayDispute.findMany({ where: { reference: dispute.id } })
      expect(row?.dueAt === null).toBe(isOver)
    }
    return { dispute, tell, becomes, expectOnce }
  }

  const killed = Object.entries(steps).flatMap(([status, points]) =>
    points.map((point) => [status, point] as [Status, DisputePoint]),
  )

  it.each(killed)(
    'that reads a dispute (%s), and is killed %s, leaves it to the next',
    async (status, point) => {
      const { expectOnce } = await about(status)
      const server = await running()
      await stoppedAt(server, point, () => void roundOf(server))
      kill()
      await rolledBack()
      await look(121)
      await expectOnce(status)
    },
    milliseconds,
  )

  it.each([
    ['before the read', 'won'],
    ['after the read', 'won'],
    ['after the read', 'lost'],
  ] as const)(
    'that reads an open dispute, is stopped %s, and goes on once it is %s, leaves it so',
    async (point, end) => {
      const { tell, becomes, expectOnce } = await about('needs_response')
      await look()
      waits(5)
      await tell('updated')
      const server = await running()
      const [late] = await stoppedAt(server, point, () => roundOf(server))
      becomes(end)
      waits(5)
      await tell('closed')
      await look()
      server.child.kill('SIGCONT')
      await late
      await look(121)
      await expectOnce(end)
    },
    milliseconds,
  )

  it.each(noticePoints)(
    'that takes a webhook, and is killed %s, takes the repeat of it once',
    async (point) => {
      const { dispute, becomes, expectOnce } = await about('needs_response')
      await look()
      becomes('lost')
      const { path, init } = noticeOf(chosen, 'closed', dispute)
      const [late] = await stoppedAt(await running(), point, (address) => fetch(`${address}${path}`, init).catch(() => undefined))
      kill()
      expect(await late).toBeUndefined()
      const answer = await store.fetch(path, init)
      expect([answer.status, await answer.json()]).toMatchObject([200, { repeated: point === 'after the notice' }])
      await look()
      await expectOnce('lost')
    },
    milliseconds,
  )
})
