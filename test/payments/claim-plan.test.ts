/** The claim of a payment finds it by its key, also where PostgreSQL takes the indexes of open payments to be empty. */
import { expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'

const store = await openStore({ isApart: true })
const { db } = store

it('A payment is claimed by its key', async () => {
  const product = await addProduct(db, { price: 700 })
  const order = async () => {
    const { id } = await addCustomer(db)
    const body = JSON.stringify({ customer: { id }, products: [{ product_instance: { id: product.instanceId } }] })
    expect(await store.rest('POST /v1/orders/', store.merchant, { body })).toMatchObject({ status: 201 })
  }
  const statements = await store.statements(order)
  const [claim = ''] = statements.filter((text) => /SET state = 'asked'/.test(text))
  // Nothing is open now.
  await db.$executeRawUnsafe('VACUUM ANALYZE payment')
  const values = [...new Set(claim.match(/\$\d+/g))].map(() => 'NULL')
  const plan = await db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`
    await tx.$executeRaw`SET LOCAL plan_cache_mode = force_generic_plan`
    await tx.$executeRawUnsafe(`PREPARE claim AS ${claim}`)
    const lines = await tx.$queryRawUnsafe<object[]>(`EXPLAIN EXECUTE claim(${values.join(', ')})`)
    await tx.$executeRawUnsafe('DEALLOCATE claim')
    return JSON.stringify(lines)
  })
  expect(plan).toMatch(/Index Scan using payment_pkey/)
})
