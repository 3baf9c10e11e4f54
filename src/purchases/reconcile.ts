/** Clears up payments that a crash or a silent gateway left open: the gateway is asked what it did, never guessed at. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { chargeDeadlineMilliseconds, type Gateway } from '../payments/gateway.ts'
import { writeLog } from '../writes/log.ts'
import type { Plan } from './plan.ts'
import { type RecordedPayment, renewedId, returnStock, setUnderWay } from './reserve.ts'
import { AlreadySettled, settle } from './settle.ts'
import { writtenOf } from './written.ts'

export type Reconciled = { reference: string; result: 'captured' | 'declined' | 'never charged' | 'failed' }

// A request that is still running has its payment open for a good reason.
const restMilliseconds = 3 * chargeDeadlineMilliseconds
const batch = 100

/** A key whose first request is not settled; a later request with the key is not to be touched. */
const isOpen = { outcome: { equals: Prisma.DbNull } }

/**
 * Settles every payment that has been open for more than a minute: charged ones become their orders, declined ones their
 * failed transactions, and of those the gateway never heard of the stock goes back.
 */
export async function reconcile(
  db: Db,
  gateway: Gateway,
  clock: Clock,
  report: (error: unknown) => void = rethrow,
): Promise<Reconciled[]> {
  const done: Reconciled[] = []
  const now = clock.now()
  const olderThan = new Date(now.getTime() - restMilliseconds)
  for (let after = 0n; ; ) {
    const open = await db.payment.findMany({
      where: { state: 'recorded', createdAt: { lt: olderThan }, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: batch,
      select: { id: true, reference: true, plan: true },
    })
    for (const { id, reference, plan } of open) {
      const payment = { id, reference, plan: plan as unknown as Plan }
      const result = await clearUp(db, gateway, payment, clock).catch((error) => faultOf(error, report))
      if (result) done.push({ reference, result })
      after = id
    }
    if (open.length < batch) return done
  }
}

const rethrow = (error: unknown): never => {
  throw error
}

/** One payment that cannot be cleared up must not keep the others waiting. */
function faultOf(error: unknown, report: (error: unknown) => void): 'failed' | undefined {
  // Another process was first.
  if (error instanceof AlreadySettled) return undefined
  report(error)
  return 'failed'
}

async function clearUp(
  db: Db,
  gateway: Gateway,
  payment: RecordedPayment,
  clock: Clock,
): Promise<Reconciled['result'] | undefined> {
  const charge = await gateway.find(payment.reference)
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    if (!charge) return (await giveUp(tx, payment, now)) ? 'never charged' : undefined
    const settled = await settle(tx, payment, charge, clock)
    const written = writtenOf(payment.plan, charge, settled)
    const { id, refusal } = written
    await writeLog(tx, {
      ...written,
      storeId: payment.plan.storeId,
      createdAt: now,
      actor: 'payments reconcile',
      surface: 'worker',
      operation: 'reconcilePayment',
      requestId: payment.reference,
      recordType: payment.plan.shows,
    })
    const userErrors = refusal ? [{ code: refusal.code, field: null, message: refusal.message }] : []
    await tellClaim(tx, payment, { id: id === undefined ? null : String(id), userErrors })
    return charge.result
  })
}

async function giveUp(tx: Tx, payment: RecordedPayment, now: Date): Promise<boolean> {
  const { count } = await tx.payment.updateMany({
    where: { id: payment.id, state: 'recorded' },
    data: { state: 'failed', settledAt: now },
  })
  if (count === 0) return false
  await returnStock(tx, payment.plan)
  const subscriptionId = renewedId(payment.plan)
  if (subscriptionId !== undefined) await setUnderWay(tx, subscriptionId, false)
  // Nothing was done: the client's key may try again.
  const { claim } = payment.plan
  if (claim) await tx.idempotencyKey.deleteMany({ where: { ...claim, ...isOpen } })
  return true
}

/** The client that sent the write with a key learns what came of it when it asks again. */
async function tellClaim(tx: Tx, { plan }: RecordedPayment, outcome: object): Promise<void> {
  if (plan.claim) await tx.idempotencyKey.updateMany({ where: { ...plan.claim, ...isOpen }, data: { outcome } })
}
