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
    storeId: 1n,
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

  describe('refunds', () => {
    const refund = (reference: string, charge: string, amount = 5n) => ({
      ...{ reference, charge: `sandbox_${charge}`, amount, currency: 'USD' },
      notAfter: new Date(now.getTime() + 3_600_000),
    })
    const charged = async (reference: string, token = 'tok_succeed') => {
      await sandbox.charge({ ...request(reference, token), notAfter: new Date(now.getTime() + 3_600_000) })
      return reference
    }
    const taken = (charge: string) => db.sandboxRefund.findMany({ where: { charge: `sandbox_${charge}` } })

    it('once under a reference, however often it is asked to', async () => {
      const charge = await charged('w1')
      for (let time = 0; time < 2; time += 1)
        expect(await sandbox.refund(refund('w1r', charge))).toEqual({ result: 'done', gatewayReference: 'sandbox_w1r' })
      expect(await taken(charge)).toHaveLength(1)
      expect(await sandbox.findRefund('w1r')).toMatchObject({ result: 'done' })
      expect(await sandbox.findRefund('never')).toBeUndefined()
      expect(await sandbox.find(charge)).toMatchObject({ result: 'captured' })
    })

    it('no more than was charged, also by requests at once', async () => {
      const charge = await charged('x1')
      const answers = await Promise.all(['x1a', 'x1b'].map((reference) => sandbox.refund(refund(reference, charge, 3n))))
      expect(answers.map(({ result }) => result).sort()).toEqual(['done', 'failed'])
      expect(await sandbox.refund(refund('x1c', charge, 3n))).toMatchObject({ reason: 'Only 2 of the charge is left.' })
      expect(await sandbox.refund(refund('x1d', charge, 2n))).toMatchObject({ result: 'done' })
    })

    it('nothing for a request that comes too late', async () => {
      const charge = await charged('y1')
      const late = { ...refund('y1r', charge), notAfter: new Date(now.getTime() - 1) }
      await expect(sandbox.refund(late)).rejects.toThrow('The request to refund came too late.')
      expect(await taken(charge)).toEqual([])
    })

    it('as the token of the charge says', async () => {
      const answer = async (token: string) => sandbox.refund(refund(`${token} r`, await charged(token, token)))
      const began = now
      expect(await answer('tok_refund_decline')).toMatchObject({ result: 'failed', reason: 'The bank declined the refund.' })
      expect(await answer('tok_refund_pending')).toMatchObject({ result: 'pending' })
      expect(await answer('tok_refund_fail')).toMatchObject({ result: 'done' })
      await expect(answer('tok_refund_error')).rejects.toThrow('The connection to the payment gateway broke.')
      expect(await sandbox.findRefund('tok_refund_error r')).toMatchObject({ result: 'done' })
      now = new Date(began.getTime() + 3_600_000)
      expect(await sandbox.findRefund('tok_refund_pending r')).toMatchObject({ result: 'done' })
      expect(await sandbox.findRefund('tok_refund_fail r')).toMatchObject({ result: 'done' })
      now = new Date(began.getTime() + 86_400_000)
      expect(await sandbox.findRefund('tok_refund_fail r')).toMatchObject({ result: 'failed' })
      // A refund that came back leaves its amount to be refunded again.
      expect(await sandbox.refund(refund('again', 'tok_refund_fail'))).toMatchObject({ result: 'done' })
      now = began
    })

    it('charges from before it kept books', async () => {
      expect(await sandbox.refund(refund('z1r', '7_1', 900n))).toMatchObject({ result: 'done' })
    })
  })
})
