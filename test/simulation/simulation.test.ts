/** A year of two shops, in which every order, transaction, delivery and status is what a model written from the contract expects. */
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { GatewayUnclear } from '../../src/payments/gateway.ts'
import { workRound } from '../../src/worker/renewals.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { inSight } from '../every-statement.ts'
import { openStore } from '../store.ts'
import { today } from '../template.ts'
import { CardGateway } from './cards.ts'
import { simulate } from './simulate.ts'

const gateway = new CardGateway()
const { db, graphql } = await openStore({ gateway: () => gateway })
const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Math.random() * 1_000_000))

describe('A year of two hundred subscriptions', () => {
  it(`comes to what the contract says it must: seed ${seed}`, { timeout: 120_000 }, async () => {
    const faults: unknown[] = []
    const report = (error: unknown) => void (error instanceof GatewayUnclear || faults.push(error))
    const worker = { db, clock: clockOf(() => today), gateway, report }
    const world = {
      ...{ db, gateway },
      ask: (document: string, variables: object, as: string) => graphql(document, { ...variables }, as),
      async work() {
        for (let found = 1; found > 0; ) {
          const { done, moved } = await inSight(() => workRound(worker))
          found = done + moved
        }
      },
      number: () => numberEvents({ db }),
    }
    const { differences, figures } = await simulate(world, { seed, subscriptions: 200, years: 1 })
    expect(faults).toEqual([])
    expect(differences.join('\n\n')).toBe('')
    expect(figures.orders).toBeGreaterThan(700)
    expect(figures.forecastCharges).toBeGreaterThan(80)
    if (process.env.SIMULATION_SEED) console.log(figures)
  })
})
