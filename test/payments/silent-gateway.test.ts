/** A gateway that does not answer keeps nothing waiting that does not need it, and a round of looking after payments ends. */
import { describe, expect, it } from 'vitest'
import { GatewayUnclear } from '../../src/payments/gateway.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { inSight } from '../support/every-statement.ts'
import { openLateStore } from './late-store.ts'

const { db, gateway, clock, meanwhile, waits, one } = await openLateStore()

const lookAfter = async () =>
  (await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock, report: () => {} }))).map(({ result }) => result)

/** So many payments that nobody knows anything of, a minute later. */
async function leaveOpen(count: number): Promise<void> {
  gateway.mood = 'breaks before'
  for (let left = count; left > 0; left -= 1) {
    const { order } = await one('REST')
    expect((await order('')).status).toBe(503)
  }
  gateway.mood = 'captures'
  waits(61)
}

/** Answers nobody for 20 seconds each, and at last everybody. */
function fallSilent(): void {
  gateway.looking = async () => {
    waits(20)
    if (gateway.looks < 40) throw new GatewayUnclear('The gateway did not answer in time.')
  }
}

describe('Looking after payments', () => {
  it('ends when the gateway does not answer, and does not ask twice in a round for what has become due meanwhile', async () => {
    await leaveOpen(4)
    fallSilent()
    expect(await lookAfter()).toEqual(Array(4).fill('failed'))
    expect(gateway.looks).toBe(4)
  })

  it('asks a silent gateway for 8 payments a round, each in its turn', async () => {
    await leaveOpen(12)
    fallSilent()
    const asked: number[] = []
    for (let round = 0; round < 2; round += 1) {
      await lookAfter()
      asked.push(gateway.looks)
      waits(61)
    }
    expect(asked).toEqual([8, 16])
    const payments = await db.payment.findMany({ where: { state: 'asked' }, select: { looks: true } })
    expect(payments.filter(({ looks }) => looks > 0)).toHaveLength(12)
    gateway.looking = async () => {}
    expect(await lookAfter()).toEqual(Array(12).fill('given up'))
  })

  it('asks a gateway that fails at once for 8 payments a round too', async () => {
    await leaveOpen(12)
    gateway.looking = async () => {
      throw new Error('connect ECONNREFUSED')
    }
    expect(await lookAfter()).toEqual(Array(8).fill('failed'))
    waits(61)
    gateway.looking = async () => {}
    expect(await lookAfter()).toEqual(Array(12).fill('given up'))
  })

  it('asks for 8 at once, and no more', async () => {
    await leaveOpen(12)
    const all = Promise.withResolvers<void>()
    const tooLong = setTimeout(all.resolve, 5_000)
    let most = 0
    let under = 0
    gateway.looking = async () => {
      under += 1
      most = Math.max(most, under)
      if (under === 8) all.resolve()
      await all.promise
      under -= 1
    }
    expect(await lookAfter()).toEqual(Array(12).fill('given up'))
    clearTimeout(tooLong)
    expect(most).toBe(8)
  })

  it('frees first what the gateway was never asked for', async () => {
    await leaveOpen(1)
    const { order, left } = await one('REST')
    const leftWhenAsked: number[] = []
    gateway.looking = async () => void leftWhenAsked.push(Number(await left()))
    let results: string[] = []
    meanwhile.beforeClaim = async () => {
      waits(61)
      results = await lookAfter()
    }
    expect((await order()).status).toBe(503)
    expect(results).toEqual(['never charged', 'given up'])
    expect(leftWhenAsked).toEqual([1])
  })
})
