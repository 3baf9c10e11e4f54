/**
 * The steps of every seed in the database around its own rows: it starts only in an empty one, and leaves counters and
 * sequences as if the rows had come in one by one.
 */
import { fillIn, noteFilled } from '../../src/movements/history.ts'
import { OperatorError } from '../../src/values/operator-error.ts'
import { Prisma } from '../generated/client/client.ts'

/** The database has rows already; a seed never mixes with them. */
export class NotEmpty extends OperatorError {
  constructor() {
    super('The database already has stores; a seed starts only in an empty one.')
  }
}

/** Holds the store table for this transaction, so that of two seeds at once the second waits and sees the first's rows. */
export const holdStores = 'LOCK TABLE store IN EXCLUSIVE MODE'

export const hasStores = 'SELECT EXISTS (SELECT 1 FROM store) AS found'

/** The best of several subscription states, as an aggregate over rows that have a column `status`. */
export const bestStatus = `(array_agg(status ORDER BY array_position(
  ARRAY['active', 'past_due', 'unpaid', 'suspended', 'cancelled', 'expired'], status::text)))[1]::text::"CustomerSubscriptionStatus"`

const inSql = (storeId: bigint | number, knownAt: Date) => ({
  storeId: Prisma.raw(`${storeId}::bigint`),
  knownAt: Prisma.raw(`timestamptz '${knownAt.toISOString()}'`),
})

/** The statement that makes the movements of some customers' subscriptions, of a store, of their orders. @param customers a condition of the customers. */
export const fillCustomers = (storeId: bigint | number, knownAt: Date, customers: string): string =>
  fillIn({ ...inSql(storeId, knownAt), customers: Prisma.raw(customers) }).sql

/** The statement that notes that all customers of a store have their movements. */
export const noteFilledStore = (storeId: bigint | number, knownAt: Date): string => noteFilled(inSql(storeId, knownAt)).sql

/** Whether anybody subscribes to a product: an ended subscription no longer counts. */
export const countSubscribers = `
  UPDATE product SET has_subscribers = EXISTS (
    SELECT 1 FROM subscription s
    WHERE s.store_id = product.store_id AND s.product_id = product.id AND s.status NOT IN ('cancelled', 'expired'))`

/** Unsent deliveries of a paused subscription wait. */
export const holdDeliveries = `
  UPDATE fulfillment SET on_hold = true FROM subscription s
  WHERE s.store_id = fulfillment.store_id AND s.id = fulfillment.subscription_id AND s.status = 'suspended' AND fulfillment.status = 'open'`

/** Rows with ids of our own leave the sequences behind; this moves each one past the highest id of its table. */
export const moveSequences = `
  DO $$
  DECLARE name text;
  BEGIN
    FOR name IN
      SELECT table_name FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name = 'id' AND column_default LIKE 'nextval(%'
    LOOP
      EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, ''id''), coalesce(max(id), 1), max(id) IS NOT NULL) FROM %I',
        quote_ident(name), name);
    END LOOP;
  END $$`
