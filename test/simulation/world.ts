/** The world of a simulation over any database: the app that is asked, the workers, and the cards. */
import { createApp } from '../../src/app.ts'
import { databaseClock } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { GatewayUnclear } from '../../src/payments/gateway.ts'
import { workRound } from '../../src/worker/renewals.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { CardGateway } from './cards.ts'
import type { World } from './simulate.ts'

/**
 * Opens a world.
 *
 * @param around runs each piece of the product's own work.
 */
export function openWorld(db: Db, around: <T>(work: () => T) => T = (work) => work()): World {
  const gateway = new CardGateway()
  const log = { info: () => {}, error: (fields: object) => console.error(fields) }
  const app = createApp({ db, clock: databaseClock, log, pageBase: 0, isEmbedded: true, gateway })
  const report = (error: unknown) => {
    if (!(error instanceof GatewayUnclear)) throw error
  }
  const worker = { db, clock: databaseClock, gateway, report }
  return {
    ...{ db, gateway },
    async ask(query, variables, as) {
      const headers = { 'Content-Type': 'application/json', Authorization: as }
      const body = JSON.stringify({ query, variables })
      const request = new Request('http://127.0.0.1/graphql', { method: 'POST', headers, body })
      const response = await around(() => app.fetch(request))
      const { data, errors = [] } = (await response.json()) as Partial<Awaited<ReturnType<World['ask']>>>
      return { data, errors }
    },
    async work() {
      for (let found = 1; found > 0; ) {
        const { done, moved } = await around(() => workRound(worker))
        found = done + moved
      }
    },
    number: () => numberEvents({ db }),
  }
}
