/** A webhook of Stripe wakes the rounds: its payment is settled at once, and not by the next look, 15 seconds later. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { startBackground } from '../../../src/start/background.ts'
import { postEvent } from './signed.ts'
import { openWaitingStore } from './waiting-store.ts'

let background: ReturnType<typeof startBackground> | undefined
const { stripe, store, db, clock, gateways, cartOf, now } = await openWaitingStore({
  gatewayTold: () => background?.gatewayTold(),
})

afterAll(() => background?.end())

/** A second, on a machine that does something else as well. */
const milliseconds = 5_000

it('A webhook has its payment settled at once', async () => {
  background = startBackground({
    ...{
      db,
      place: undefined as never,
      isCopy: false,
      works: false,
      allowsPrivateWebhooks: false,
      mail: undefined,
      clock,
      gateways,
    },
    ...{ report: (error: unknown) => expect(error).toBeUndefined(), adopted: () => {} },
  })
  const of = await cartOf(null)
  await of.checkout()
  const { id } = await of.page()
  // The first round has nothing to do, and the next is in 15 seconds.
  await sleep(300)
  stripe.books.paySession(id, 'pm_visa')
  expect((await of.payments())[0]?.state).toBe('waiting')
  const began = performance.now()
  expect(await postEvent(store, 'checkout.session.completed', stripe.books.sessions.get(id), now())).toBe(200)
  while ((await of.payments())[0]?.state !== 'captured') {
    expect(performance.now() - began).toBeLessThan(milliseconds)
    await sleep(10)
  }
  expect(await of.cart()).toMatchObject({ completed: true })
  expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
})
