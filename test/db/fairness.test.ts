/** Nobody takes all connections of a PostgreSQL server: whoever asks for more than half of them waits for their own. */
import { describe, expect, inject, it } from 'vitest'
import { withSession } from '../../src/db/connect.ts'
import { openStore } from '../support/store.ts'
import { databaseUrl } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'

const template = inject('template')
const isEmbedded = 'dataDir' in template

/** Half of the connections there are. */
const share = 10

const store = await openStore()

/** Does something while another session holds a table, so that everybody who reads it waits. */
async function whileLocked<T>(work: () => Promise<T>, table = 'order'): Promise<T> {
  if ('dataDir' in template) throw new Error('for PostgreSQL only')
  const [row] = await store.db.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`
  return withSession(databaseUrl(template.server, row?.name ?? ''), async ({ exec }) => {
    await exec(`BEGIN; LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`)
    return work()
  })
}

const waiting = async () => {
  const [row] = await store.db.$queryRaw<{ n: bigint }[]>`
    SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return Number(row?.n)
}

const times = <T>(number: number, work: (index: number) => T) => Array.from({ length: number }, (_, index) => work(index))

/** Sends reads of orders, each on its own, and says how they were answered. */
const readOrders = (number: number, init: RequestInit = {}, as = store.merchant) =>
  times(number, async () => {
    const response = await store.fetch('/v1/orders/', { ...init, headers: { Authorization: as } })
    return response.status
  })

/** A document that is read by so many statements: a record by as many, since each time something else is asked of it. */
const document = (number: number, field = 'order', id = 1n) => {
  const selection = (of: number) =>
    ['id', 'storeId', 'nodeId', 'type', 'url'].filter((_name, index) => (of >> index) & 1).join(' ')
  return `{ ${times(number, (index) => `n${index}: ${field}(id: ${id}) { ${selection(index + 1)} }`).join(' ')} }`
}

const othersRead = async () => (await store.rest('/v1/products/', store.otherMerchant)).status

describe.skipIf(isEmbedded)('A credential', () => {
  it.each([15, 50])(
    'that sends %i slow reads holds half of the connections, and others are answered meanwhile',
    async (number) => {
      const reads = await whileLocked(async () => {
        const sent = readOrders(number)
        await expect.poll(waiting).toBe(share)
        expect(await othersRead()).toBe(200)
        expect(await othersRead()).toBe(200)
        expect(await waiting()).toBe(share)
        return { sent }
      })
      expect(new Set(await Promise.all(reads.sent))).toEqual(new Set([200]))
    },
  )

  it('that starts many reads with each of a few documents holds no more', async () => {
    const { sent } = await whileLocked(async () => {
      const sent = times(4, () => store.graphql(document(20)))
      await expect.poll(waiting).toBe(share)
      expect(await othersRead()).toBe(200)
      expect(await waiting()).toBe(share)
      return { sent }
    })
    for (const { errors, data } of await Promise.all(sent)) {
      expect(errors).toEqual([])
      expect(Object.keys(data)).toHaveLength(20)
    }
  })

  it('has its half beside that of another', async () => {
    const { id: theirs } = await store.db.order.findFirstOrThrow({ where: { storeId: 2n } })
    const { sent } = await whileLocked(async () => {
      const sent = [
        ...times(2, () => store.graphql(document(20))),
        store.graphql(document(7, 'order', theirs), {}, store.otherMerchant),
      ]
      await expect.poll(waiting).toBe(share + 7)
      expect((await store.graphql('{ me { id } }', {}, store.customer)).errors).toEqual([])
      expect(await waiting()).toBe(share + 7)
      return { sent }
    })
    expect((await Promise.all(sent)).flatMap(({ errors }) => errors)).toEqual([])
  })

  it('has its half again when reads that ran and reads that waited are given up', async () => {
    const { sent } = await whileLocked(async () => {
      for (let round = 0; round < 3; round += 1) {
        const client = new AbortController()
        const given = readOrders(30, { signal: client.signal })
        await expect.poll(waiting).toBe(share)
        client.abort()
        await Promise.allSettled(given)
        await expect.poll(waiting).toBe(0)
      }
      const sent = readOrders(15)
      await expect.poll(waiting).toBe(share)
      return { sent }
    })
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]))
  })

  it('is told to come again when its own reads keep it waiting for too long, and what nobody needs then is given back', async () => {
    const { sent } = await whileLocked(async () => {
      const sent = store.graphql(document(share - 1))
      await expect.poll(waiting).toBe(share - 1)
      // One of the two has the last connection of the half, and the other waits in vain.
      const client = new AbortController()
      const first = readOrders(1, { signal: client.signal })
      await expect.poll(waiting).toBe(share)
      expect(await Promise.all(readOrders(1))).toEqual([503])
      client.abort()
      await Promise.allSettled(first)
      await expect.poll(waiting).toBe(share - 1)
      expect((await store.graphql('{ products { totalCount } }')).errors).toEqual([])
      return { sent }
    })
    expect((await sent).errors).toEqual([])
  })

  it('that writes and reads at once waits for itself nowhere: all is done', async () => {
    const product = await addProduct(store.db, { price: 500 })
    const customers = await Promise.all(times(30, () => addCustomer(store.db)))
    const writes = customers.map(({ id }, index) =>
      ask(
        store,
        surfaces[index % surfaces.length] ?? 'REST',
        'createOrder',
        { customer: { id }, products: [{ product_instance: { id: product.instanceId } }] },
        { key: `fair-${index}` },
      ),
    )
    const reads = readOrders(30)
    expect((await Promise.all(writes)).map(({ status, message }) => message ?? status)).toEqual(Array(30).fill(201))
    expect(new Set(await Promise.all(reads))).toEqual(new Set([200]))
  })

  it('whose writes wait for a lock keeps nobody else from reading, and they are done afterwards', async () => {
    const product = await addProduct(store.db, { price: 500 })
    const customers = await Promise.all(times(30, () => addCustomer(store.db)))
    const { writes } = await whileLocked(async () => {
      const writes = customers.map(({ id }) =>
        ask(store, 'REST', 'createOrder', {
          customer: { id },
          products: [{ product_instance: { id: product.instanceId } }],
        }),
      )
      await expect.poll(waiting).toBe(share)
      expect(await othersRead()).toBe(200)
      return { writes }
    })
    expect((await Promise.all(writes)).map(({ status, message }) => message ?? status)).toEqual(Array(30).fill(201))
  })
})

describe.skipIf(!isEmbedded)('The one connection of the embedded database', () => {
  it('is waited for by sixteen writes at once while it is held for seconds, as right after a start', async () => {
    const subscriptions = await store.db.subscription.findMany({ where: { storeId: 1n }, take: 16 })
    const write = ({ id }: { id: bigint }) => ask(store, 'REST', 'updateSubscription', { id: Number(id), note: 'At once' })
    // So that the credential is known, and all that waits is a transaction.
    expect((await write({ id: 1n })).status).toBe(200)
    const held = store.db.$queryRaw`SELECT pg_sleep(3.5)::text`.then(() => {})
    expect((await Promise.all(subscriptions.map(write))).map(({ status }) => status)).toEqual(Array(16).fill(200))
    await held
  })
})

describe.skipIf(isEmbedded)('The customers of a store', () => {
  it('share one half, and its merchants have the other', async () => {
    const customers = await Promise.all(times(5, () => addCustomer(store.db)))
    const tokens = await Promise.all(customers.map(({ id }) => store.customerToken(BigInt(id))))
    const { sent } = await whileLocked(async () => {
      const sent = tokens.map((token) => store.graphql(document(5, 'product'), {}, token))
      await expect.poll(waiting).toBe(share)
      expect((await store.rest('/v1/customers/')).status).toBe(200)
      expect(await waiting()).toBe(share)
      return { sent }
    }, 'product')
    expect((await Promise.all(sent)).flatMap(({ errors }) => errors)).toEqual([])
  })
})

describe.skipIf(isEmbedded)('Visitors', () => {
  it('of one address have one half, and those of another another', async () => {
    const read = (query: string, from: string) =>
      store.fetch(
        '/graphql',
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ query }),
        },
        from,
      )
    const many = document(15, 'product')
    const { sent } = await whileLocked(async () => {
      const sent = [read(many, '192.0.2.1')]
      await expect.poll(waiting).toBe(share)
      sent.push(read('{ products { totalCount } }', '192.0.2.2'))
      await expect.poll(waiting).toBe(share + 1)
      return { sent }
    }, 'product')
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200])
  })
})
