/** The shop of a run: a database of its own on the PostgreSQL server, with customers to order and subscriptions that fall due meanwhile. */
import { seedDemo } from '../../prisma/seed/demo.ts'
import { type Db, overPostgres, withSession } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'
import { databaseUrl } from '../support/template.ts'
import { addDue } from '../worker/rounds.ts'
import { addCustomer, addProduct, addSubscription, type Customer } from '../writes/rows.ts'

const chunk = 20
const daySeconds = 86_400

export type Shop = {
  url: string
  db: Db
  /** The instance that is ordered. */
  instanceId: number
  /** Each orders once; the payment of the slow ones takes a second and a half. */
  buyers: number[]
  slowBuyers: number[]
  /** Active ones that are not due, each to be skipped and cancelled. */
  subscriptions: number[]
  /** Customers whose metadata are written again and again. */
  noted: number[]
  /** The first of the subscriptions that fall due, and how many they are. */
  due: { first: bigint; count: number }
  /** Has them fall due one after the other, from now on. */
  letFallDue(seconds: number): Promise<void>
  /** Closes its connections, and leaves the database as it is. */
  close(): Promise<void>
  drop(): Promise<void>
}

/** How many subscriptions fall due, and how many customers order. */
type Size = { due: number; buyers: number; slowBuyers: number }

/** Makes it in a database of that name on a server; one that an earlier run left behind is thrown away. */
export async function openShop(server: string, name: string, { due, buyers, slowBuyers }: Size): Promise<Shop> {
  const drop = () => withSession(server, ({ exec }) => exec(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  await drop()
  await withSession(server, ({ exec }) => exec(`CREATE DATABASE ${name}`))
  const url = databaseUrl(server, name)
  await withSession(url, (session) => migrate(session))
  const { db, close } = overPostgres(url)
  await seedDemo(db, new Date())
  // In real time, as stores are.
  await db.store.updateMany({ data: { hasTestClock: false } })
  const later = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
  const { instanceId } = await addProduct(db)
  const customers = await many(buyers, () => addCustomer(db))
  const slow = await many(slowBuyers, () => addCustomer(db, { token: 'tok_slow' }))
  const dates = { startDate: later(-10 * daySeconds), endDate: later(20 * daySeconds) }
  const subscriptions = await many(buyers / 2, (at) =>
    addSubscription(db, { customer: customers[at % 20] as Customer, product, ...dates }),
  )
  const noted = await many(2, () => addCustomer(db))
  const first = await addDue(db, due)
  await db.$executeRaw`UPDATE subscription SET end_date = ${later(daySeconds)} WHERE store_id = 1 AND id >= ${first}`
  const idsOf = (each: Customer[]) => each.map(({ id }) => id)
  return {
    url,
    db,
    instanceId,
    buyers: idsOf(customers),
    slowBuyers: idsOf(slow),
    subscriptions,
    noted: idsOf(noted),
    due: { first, count: due },
    async letFallDue(seconds) {
      const each = seconds / due
      await db.$executeRaw`UPDATE subscription SET end_date = date_trunc('second', now() + place * ${each}::float8 * interval '1 second')
        FROM (SELECT id AS due, row_number() OVER (ORDER BY id) AS place FROM subscription WHERE store_id = 1 AND id >= ${first}) AS row
        WHERE store_id = 1 AND id = due AND status = 'active'`
    },
    close,
    async drop() {
      await close()
      await drop()
    },
  }
}

/** Makes so many, a few at once. */
async function many<T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < count)
    made.push(
      ...(await Promise.all(Array.from({ length: Math.min(chunk, count - made.length) }, (_, at) => make(made.length + at)))),
    )
  return made
}
