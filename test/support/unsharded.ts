/** The statements that a database with its stores on several servers would refuse or answer otherwise: where they are made, and why they stay. */
import type { ShardingFault } from './sharding.ts'

type Unsharded = {
  fault: ShardingFault
  /** The file that makes the statement, and a part of its text there. */
  file: string
  says: string
  /** The statement as it is sent, with single spaces. */
  fits: RegExp
  why: string
}

export const unsharded: readonly Unsharded[] = [
  {
    ...{
      fault: 'physical row',
      file: 'src/payments/disputes.ts',
      says: 'xmin::text',
      fits: /gateway_dispute .*\bxmin::text (?:AS version|= \$)/,
    },
    why: 'the version of a row that is read for some seconds; a column of its own would be written by each of its writers',
  },
  {
    ...{
      fault: 'physical row',
      file: 'src/resources/figures/roll-up.ts',
      says: 'xmax = 0 AS "isNew"',
      fits: /^INSERT INTO movement_roll_up AS kept/,
    },
    why: 'one statement makes the row or locks it, and says which',
  },
  {
    ...{
      fault: 'function in ON CONFLICT',
      file: 'src/writes/idempotency.ts',
      says: 'INSERT INTO idempotency_key AS kept',
      fits: /^INSERT INTO idempotency_key AS kept/,
    },
    why: 'a key is old by the clock of the database; to ask for the time before takes each write with a key another round trip',
  },
  {
    ...{
      fault: 'function in RETURNING',
      file: 'src/purchases/payment/reconcile.ts',
      says: 'AS "askedSeconds"',
      fits: /^UPDATE payment SET looks = looks \+ 1, .* AS "askedSeconds"$/,
    },
    why: 'claims payments of all stores at once, which has to be done store by store first',
  },
  {
    ...{
      fault: 'function in RETURNING',
      file: 'src/payments/disputes.ts',
      says: 'AS "isOld"',
      fits: /^UPDATE gateway_dispute SET looks = looks \+ 1, .* AS "isOld"/,
    },
    why: 'claims disputes of all stores at once, which has to be done store by store first',
  },
  {
    ...{
      fault: 'store of other rows',
      file: 'src/purchases/refund/refund-settle.ts',
      says: 'found AS MATERIALIZED (',
      fits: /^WITH found AS MATERIALIZED \( SELECT id, status, accepted_at IS NOT NULL AS was_accepted FROM refund/,
    },
    why: 'all parts of a settled refund see one snapshot, which parts that run one after the other do not',
  },
]

/** The fault of a statement that stays for a reason. */
export function staysUnsharded(sql: string, fault: ShardingFault): boolean {
  const text = sql.trim().replace(/\s+/g, ' ')
  return unsharded.some((each) => each.fault === fault && each.fits.test(text))
}
