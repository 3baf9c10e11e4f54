/** A year of two shops, in which every order, transaction, refund, delivery and status is what a model written from the contract expects. */
import { describe, expect, inject, it } from 'vitest'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { simulate } from './simulate.ts'
import { openWorld } from './world.ts'

const { db } = await openStore()
const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Math.random() * 1_000_000))

// An embedded database does one thing at a time, and would take as long as all other tests of a worker together.
const subscriptions = 'dataDir' in inject('template') ? 40 : 200

describe(`A year of ${subscriptions} subscriptions`, () => {
  it(`comes to what the contract says it must: SIMULATION_SEED=${seed}`, { timeout: 240_000 }, async () => {
    const { differences, figures, done } = await simulate(openWorld(db, inSight), { seed, subscriptions, years: 1 })
    expect(differences.join('\n\n')).toBe('')
    expect(figures.orders).toBeGreaterThan(2.5 * subscriptions)
    expect(figures.countries).toBeGreaterThanOrEqual(3)
    for (const name of ['taxed', 'untaxed', 'sentByZones']) expect(figures[name], name).toBeGreaterThan(subscriptions / 10)
    expect(figures.forecastCharges).toBeGreaterThan(subscriptions / 10)
    expect(Object.keys(done).filter((kind) => done[kind] === 0)).toEqual([])
  })
})
