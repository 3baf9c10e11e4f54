/** Many writes on keys at once: none waits for another for ever, and no more keys come of it than a store may have. */
import { expect, test } from 'vitest'
import { hashSecret } from '../../src/auth/secret.ts'
import { maxValidKeys } from '../../src/resources/merchant-keys/rules.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const store = await openStore()
const { db } = store

/** A key of a store, made without asking anybody. */
async function keyOf(storeId: bigint, clientId: string): Promise<{ id: bigint; as: string }> {
  const data = { storeId, clientId, secretHash: hashSecret(clientId, 's'), scopes: ['admin', 'read_orders'], createdAt: today }
  const { id } = await db.merchantKey.create({ data, select: { id: true } })
  return { id, as: `Bearer ${clientId}.s` }
}

/** The outcome of a mutation: its code, or done. */
async function outcome(name: string, input: string, as: string): Promise<string> {
  const query = `mutation { ${name}(input: { ${input} }) { userErrors { code message } } }`
  const { data, errors } = await store.graphql(query, {}, as)
  return errors[0]?.extensions.code ?? data[name].userErrors[0]?.code ?? 'done'
}

const count = (outcomes: string[], wanted: string) => outcomes.filter((one) => one === wanted).length

test('Keys that rotate each other at once do not lock each other out of the database', async () => {
  const keys = [await keyOf(1n, 'tk_one'), await keyOf(1n, 'tk_other')]
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, place) => {
      const [asks, asked] = place % 2 ? keys : keys.toReversed()
      return outcome('rotateMerchantKey', `id: ${asked?.id}, overlapSeconds: 0`, asks?.as ?? '')
    }),
  )
  // Whichever is first ends the other's secret, and all that the other asks for after it.
  expect([count(outcomes, 'done'), count(outcomes, 'UNAUTHENTICATED')]).toEqual([20, 20])
})

test('Keys that do different things with each other at once are all answered', async () => {
  const keys = await Promise.all(['tk_a', 'tk_b', 'tk_c'].map((clientId) => keyOf(1n, clientId)))
  const outcomes = await Promise.all(
    Array.from({ length: 36 }, (_, place) => {
      const asks = keys[place % 3]?.as ?? ''
      const id = keys[(place + 1 + (place % 2)) % 3]?.id
      if (place % 4 === 0) return outcome('createMerchantKey', 'scopes: ["read_orders"]', asks)
      if (place % 4 === 1) return outcome('addAllowedOrigin', `origin: "https://site-${place}.example"`, asks)
      return outcome('rotateMerchantKey', `id: ${id}`, asks)
    }),
  )
  expect(outcomes.filter((one) => !['done', 'WRONG_STATUS'].includes(one))).toEqual([])
})

test('A store has a hundred valid keys at most, also when many are made at the same time', async () => {
  const { id, as } = await keyOf(2n, 'tk_maker')
  const valid = () => db.merchantKey.count({ where: { storeId: 2n, revokedAt: null } })
  const data = Array.from({ length: maxValidKeys - 3 - (await valid()) }, (_, place) => ({
    storeId: 2n,
    clientId: `tk_${place}`,
    secretHash: '',
    scopes: ['read_orders'],
    createdAt: today,
  }))
  await db.merchantKey.createMany({ data })
  const make = () => outcome('createMerchantKey', 'scopes: ["read_orders"]', as)
  const outcomes = await Promise.all(Array.from({ length: 8 }, make))
  expect([count(outcomes, 'done'), count(outcomes, 'BAD_INPUT')]).toEqual([3, 5])
  expect(await valid()).toBe(maxValidKeys)

  const query = 'mutation { createMerchantKey(input: { scopes: ["read_orders"] }) { userErrors { message } } }'
  const { data: refused } = await store.graphql(query, {}, as)
  expect(refused.createMerchantKey.userErrors).toEqual([{ message: 'A store has at most 100 valid keys; revoke one first.' }])
  const one = await db.merchantKey.findFirstOrThrow({ where: { storeId: 2n, revokedAt: null, id: { not: id } } })
  expect(await outcome('revokeMerchantKey', `id: ${one.id}`, store.otherMerchant)).toBe('done')
  expect(await make()).toBe('done')
})
