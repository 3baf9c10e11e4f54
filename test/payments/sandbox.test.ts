/** The gateway of demo stores: no money moves, and the stored method's token decides what happens. */
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const { db } = await openStore()
let now = today
const later = (seconds: number) => new Date(today.getTime() + seconds * 1000)

describe('the sandbox', () => {
  const sandbox = sandboxGateway(
    db,
    clockOf(() => now),
  )
  const request = (reference: string, token: string) => ({
    reference,
    token,
    amount: 5n,
    currency: 'USD',
    notAfter: later(3_600),
  })

  it('captures, declines, takes its time and breaks as the token says', async () => {
    expect(await sandbox.charge(request('s1', 'tok_succeed'))).toEqual({ result: 'captured', gatewayReference: 'sandbox_s1' })
    expect(await sandbox.charge(request('s2', 'tok_decline'))).toMatchObject({ result: 'declined' })
    const started = performance.now()
    expect(await sandbox.charge(request('s3', 'tok_slow'))).toMatchObject({ result: 'captured' })
    expect(performance.now() - started).toBeGreaterThan(1_000)
    await expect(sandbox.charge(request('s4', 'tok_error'))).rejects.toThrow('The connection to the payment gateway broke.')
  })

  it('charges one reference once, and tells later what it did', async () => {
    await sandbox.charge(request('t1', 'tok_succeed'))
    await sandbox.charge(request('t1', 'tok_decline'))
    expect(await db.sandboxCharge.findMany({ where: { reference: 't1' } })).toMatchObject([{ captured: true }])
    expect(await sandbox.find('t1')).toMatchObject({ result: 'captured' })
    expect(await sandbox.find('never')).toBeUndefined()
  })

  it('answers for a charged reference what it answered the first time, whatever the token says now', async () => {
    await sandbox.charge(request('u1', 'tok_succeed'))
    expect(await sandbox.charge(request('u1', 'tok_decline'))).toMatchObject({ result: 'captured' })
  })

  it('charges nobody for a request that comes too late', async () => {
    const late = { ...request('v1', 'tok_succeed'), notAfter: later(-1) }
    await expect(sandbox.charge(late)).rejects.toThrow('The request to charge came too late.')
    expect(await sandbox.find('v1')).toBeUndefined()
    await sandbox.charge(request('v1', 'tok_succeed'))
    expect(await sandbox.charge(late)).toMatchObject({ result: 'captured' })
  })

  it('gives back once what it captured, however often it is asked to', async () => {
    await sandbox.charge(request('w1', 'tok_succeed'))
    await sandbox.refund('w1')
    now = later(60)
    await sandbox.refund('w1')
    expect(await db.sandboxCharge.findMany({ where: { reference: 'w1' } })).toMatchObject([{ refundedAt: today }])
    expect(await sandbox.find('w1')).toMatchObject({ result: 'captured' })
  })
})
