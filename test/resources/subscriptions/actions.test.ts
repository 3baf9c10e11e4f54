/** The promise of `Subscription.actions`: exactly what the two surfaces then do. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../src/http/status.ts'
import { openStore } from '../../support/store.ts'
import { actions, ask, logOf, type Surface } from '../../writes/ask.ts'
import { addAddress, addCustomer, addMethod, addProduct, addSubscription, ago, daySeconds } from '../../writes/rows.ts'
import { statuses } from './row.ts'

const store = await openStore()
const { db } = store
await db.store.update({ where: { id: 1n }, data: { customersMay: [] } })

type Action = { name: keyof typeof actions; allowed: boolean; blockedBy: { code: keyof typeof statusOf; message: string } | null }

async function actionsOf(id: number, as = store.merchant): Promise<Action[]> {
  const query = `{ subscription(id: ${id}) { actions { name allowed blockedBy { code message } } } }`
  const { data, errors } = await store.graphql(query, {}, as)
  expect(errors).toEqual([])
  return data.subscription.actions
}

async function keyWith(...scopes: string[]): Promise<string> {
  const { data } = await store.graphql(
    'mutation ($scopes: [String!]!) { createMerchantKey(input: { name: "x", scopes: $scopes }) { merchantKey { clientId } secret } }',
    { scopes },
  )
  const { merchantKey, secret } = data.createMerchantKey
  return `Bearer ${merchantKey.clientId}.${secret}`
}

const windowSeconds = 30 * daySeconds
const seconds = (...edges: number[]) => fc.constantFrom(...edges.flatMap((edge) => [edge - 1, edge, edge + 1]))

const subscriptions = fc
  .record({
    status: fc.constantFrom(...statuses),
    autorenew: fc.boolean(),
    endDate: seconds(0, daySeconds, -daySeconds, 45 * daySeconds).map(ago),
    skippedDate: fc.option(seconds(0, daySeconds, -daySeconds).map(ago)),
    lastFailedRenewal: fc.option(seconds(0, daySeconds, windowSeconds).map(ago)),
    pausedAt: fc.option(seconds(0, 10 * daySeconds).map(ago)),
    pausedUntil: fc.option(seconds(-daySeconds).map(ago)),
    anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
    isGift: fc.boolean(),
    paymentUnderWay: fc.boolean(),
  })
  .map(({ isGift, autorenew, ...columns }) => ({ ...columns, isGift, autorenew: autorenew && !isGift }))

const customer = await addCustomer(db)
const coupon = await db.coupon.findFirstOrThrow({ where: { storeId: 1n, code: 'THRICE' } })

/** The inputs of the actions on a subscription, beside those that are the id alone: what its customer has, but the subscription does not yet. */
async function inputsFor(owner: { id: number; storeId: number }) {
  const [address_id, payment_method_id] = [await addAddress(db, owner), await addMethod(db, owner, 'tok_succeed', false)]
  return (name: keyof typeof actions, id: number, renews = true): Record<string, unknown> => {
    // One that does not renew by itself is changed immediately.
    if (name === 'change_product') return { id, quantity: 2, when: renews ? 'next_renewal' : 'now' }
    if (name === 'change_address') return { id, address_id }
    if (name === 'change_payment_method') return { id, payment_method_id }
    return name === 'add_coupon' ? { subscription_id: id, coupon_id: Number(coupon.id) } : { id }
  }
}

const inputOf = await inputsFor(customer)
const product = await addProduct(db, { terms: [{ cycles: 1, price: 1200 }] })

/** Whether and how a surface refuses an action; the log names the rule on both. */
async function refusalOf(surface: Surface, name: keyof typeof actions, columns: { autorenew: boolean }) {
  const id = await addSubscription(db, { customer, product, ...columns })
  const { status, message } = await ask(store, surface, actions[name], inputOf(name, id, columns.autorenew))
  const [entry] = await logOf(store, 'subscription', id)
  return { status, message, code: entry?.refusedBy }
}

describe('actions', () => {
  it('names every operation once', async () => {
    const id = await addSubscription(db, { customer, product })
    expect((await actionsOf(id)).map(({ name }) => name).sort()).toEqual(Object.keys(actions).sort())
  })

  it('allows exactly what the mutation and REST then do, and blocks by the same code and sentence', async () => {
    await fc.assert(
      fc.asyncProperty(subscriptions, async (columns) => {
        const id = await addSubscription(db, { customer, product, ...columns })
        for (const { name, allowed, blockedBy } of await actionsOf(id)) {
          const expected = allowed
            ? { status: name === 'add_coupon' ? 201 : 200, message: undefined, code: null }
            : { status: blockedBy && statusOf[blockedBy.code], message: blockedBy?.message, code: blockedBy?.code }
          expect({ name, ...(await refusalOf('GraphQL', name, columns)) }).toEqual({ name, ...expected })
          expect({ name, ...(await refusalOf('REST', name, columns)) }).toEqual({ name, ...expected })
        }
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    ['a customer of a store that opens nothing', async () => store.customer],
    ['a key that only reads', () => keyWith('read_subscriptions')],
    ['a key that writes other things', () => keyWith('read_subscriptions', 'write_orders', 'admin')],
    ['a key that writes them', () => keyWith('read_subscriptions', 'write_subscriptions')],
  ])('answers for %s as the mutation does, whatever the status', async (who, credential) => {
    const as = await credential()
    const own = { ...customer, id: Number(store.customerId) }
    const inputOf = await inputsFor(own)
    for (const status of statuses) {
      const id = await addSubscription(db, { customer: own, product, status, addressId: null, paymentMethodId: null })
      for (const { name, allowed, blockedBy } of await actionsOf(id, as)) {
        const input = inputOf(name, id)
        const { status, code, message } = await ask(store, 'GraphQL', actions[name], input, { as, isDryRun: true })
        if (who === 'a key that writes them') {
          // Whether there is a card to ask, no action says.
          if (code !== 'PAYMENT_METHOD_MISSING') expect([name, allowed, blockedBy?.code]).toEqual([name, status < 300, code])
          expect(blockedBy?.code).not.toBe('FORBIDDEN')
        } else {
          expect({ name, allowed, blockedBy }).toEqual({ name, allowed: false, blockedBy: { code: 'FORBIDDEN', message } })
          expect(code).toBe('FORBIDDEN')
          expect((await ask(store, 'REST', actions[name], input, { as })).status).toBe(403)
        }
      }
    }
  })

  it('says the same in a list, without a statement for each row', async () => {
    const query = (first: number) => `{ subscriptions(first: ${first}) { nodes { id actions { name allowed } } } }`
    const few = await store.statements(() => store.graphql(query(2)))
    const many = await store.statements(() => store.graphql(query(30)))
    expect(many.length).toBe(few.length)
    expect(many.length).toBe(1)
  })
})
