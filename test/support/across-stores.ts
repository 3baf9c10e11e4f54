/** Tables whose rows are deleted by their age. */
const aging = [
  'account_link',
  'account_session',
  'cart',
  'consent',
  'gateway_dispute',
  'gateway_notice',
  'gateway_setup',
  'idempotency_key',
  'log_entry',
  'mail',
  'staff_session',
  'staff_try',
  'webhook_delivery',
]

/** The statements that may look at rows of all stores: whose they are, which, and why. Whatever is then written names its store. */
export const acrossStores: readonly { whose: string; fits: RegExp; why: string }[] = [
  {
    whose: 'key lookup',
    fits: /^SELECT coalesce\("store_id", 0\) AS "storeId", .* LEFT JOIN "merchant_key" USING \("client_id"\) /,
    why: 'a key says which store it opens: its client id is one among all stores',
  },
  {
    whose: 'worker',
    fits: /^SELECT store_id AS "storeId", id, reference, plan, due_at::text AS "dueAt" FROM payment WHERE state = 'recorded' AND due_at <=/,
    why: 'payments are due whosever they are',
  },
  {
    whose: 'worker',
    fits: /^UPDATE payment SET looks = looks \+ 1, .* WHERE \(store_id, id\) IN \(SELECT store_id, id FROM payment WHERE due_at <=/,
    why: 'payments are due whosever they are',
  },
  {
    whose: 'worker',
    fits: /^UPDATE refund SET looks = looks \+ \(status <> 'done'\)::int, .* WHERE \(store_id, id\) IN \(SELECT store_id, id FROM refund WHERE due_at <=/,
    why: 'refunds are due whosever they are',
  },
  {
    whose: 'maintenance',
    fits: /^UPDATE payment SET plan = NULL, .* WHERE \(store_id, id\) IN \(SELECT store_id, id FROM payment WHERE state = 'captured' /,
    why: 'what is old goes, whosever it is',
  },
  {
    whose: 'maintenance',
    fits: /^DELETE FROM sandbox_charge WHERE reference = ANY\(ARRAY\( SELECT reference FROM sandbox_charge /,
    why: 'charges at a gateway are of no store; each is looked up by its own reference',
  },
  {
    whose: 'maintenance',
    fits: new RegExp(`^DELETE FROM (?:${aging.join('|')}) WHERE \\(store_id, `),
    why: 'what is old goes, whosever it is',
  },
  {
    whose: 'worker',
    fits: /^UPDATE gateway_setup SET due_at = .* WHERE \(store_id, reference\) IN \(SELECT store_id, reference FROM gateway_setup WHERE due_at <=/,
    why: 'pages for cards are due whosever they are',
  },
  {
    whose: 'worker',
    fits: /^UPDATE gateway_dispute SET looks = looks \+ 1, due_at = .* WHERE \(store_id, gateway, reference\) IN \(SELECT store_id, gateway, reference FROM gateway_dispute WHERE due_at <=/,
    why: 'disputes are due whosever they are',
  },
  {
    whose: 'worker',
    fits: /^UPDATE gateway_account AS account SET disputes_listed_at = .* FROM \(SELECT store_id, gateway, coalesce\(disputes_listed_at, /,
    why: 'disputes of accounts are listed whosever they are',
  },
  {
    whose: 'worker',
    fits: /^WITH due AS \( SELECT store_id, id FROM subscription WHERE page_due_at <=/,
    why: 'pages of renewals are due whosever they are',
  },
  {
    whose: 'maintenance',
    fits: /^SELECT counter\.store_id AS "storeId" FROM event_counter AS counter JOIN event AS oldest/,
    why: 'finds the stores whose oldest event is old; each is then cleaned by itself',
  },
  {
    whose: 'maintenance',
    fits: /^DELETE FROM event WHERE \(store_id, id\) IN \( SELECT old\.store_id, old\.id FROM event_counter AS counter CROSS JOIN LATERAL/,
    why: 'what an adopted copy counts as cleaned away goes, whosever it is',
  },
  {
    whose: 'maintenance',
    fits: /^WITH old AS \( SELECT store_id, record_type, record_id, changed_in, deleted_at FROM tombstone /,
    why: 'what is old goes, whosever it is',
  },
  {
    whose: 'maintenance',
    fits: /^UPDATE mail SET state = 'failed', .* WHERE \(store_id, id\) IN \(/,
    why: 'a mail whose time is over is given up, whosever it is',
  },
  {
    whose: 'maintenance',
    fits: /^DELETE FROM webhook WHERE deleted_at IS NOT NULL AND NOT EXISTS/,
    why: 'what was deleted goes, whosever it was',
  },
  {
    whose: 'webhooks',
    fits: /^SELECT webhook\.store_id AS "storeId", .* FROM webhook JOIN event_counter AS counter ON counter\.store_id = webhook\.store_id WHERE/,
    why: 'a webhook may have been left behind whosever it is; each is then disabled in its own store',
  },
  {
    whose: 'webhooks',
    fits: /^WITH held AS \( SELECT subscriber\.\* FROM event_counter AS counter .* FOR NO KEY UPDATE OF subscriber SKIP LOCKED \), seen AS/,
    why: 'events are handed over whosever they are, to webhooks of their own store',
  },
  {
    whose: 'webhooks',
    fits: /^WITH RECURSIVE open AS \( \(SELECT store_id, webhook_id FROM webhook_delivery .* FROM open JOIN webhook AS subscriber ON subscriber\.store_id = open\.store_id AND subscriber\.id = open\.webhook_id\b/,
    why: 'deliveries are due whosever they are; each webhook that is held is of the store of what waits for it',
  },
  {
    whose: 'mails',
    fits: /^WITH RECURSIVE open AS \( \(SELECT store_id, mailer_id FROM mail .* FROM open JOIN mailer AS subscriber ON subscriber\.store_id = open\.store_id AND subscriber\.id = open\.mailer_id\b/,
    why: 'mails are due whosever they are; each mailer that is held is of the store of what waits for it',
  },
  {
    whose: 'metrics and operators',
    fits: /^SELECT \(SELECT count\(\*\)::int FROM \( SELECT 1 FROM store CROSS JOIN LATERAL .* AS "renewalsDue", .* AS "eventsUnnumbered", .* AS "backupAge"$/,
    why: 'an operator, and `doctor`, sees how much waits, whosever it is: counts alone',
  },
  {
    whose: 'operators',
    fits: /^SELECT "store_id" AS "storeId", "(email|code)_key" AS "key", .* GROUP BY "store_id", "\1_key"/,
    why: '`doctor` looks at all stores',
  },
  {
    whose: 'operators',
    fits: /^SELECT client_id AS "clientId" FROM merchant_key WHERE client_id IN \('demo', 'demo2'\)/,
    why: '`doctor` looks whether the keys of the demo store open one of these stores',
  },
  {
    whose: 'operators',
    fits: /^SELECT store_id, kind, name, count\(\*\)::int AS count, .* AS wrong GROUP BY 1, 2, 3 ORDER BY 1, 2, 3$/,
    why: '`doctor` recounts the sums of all stores, each of rows of its own store',
  },
  {
    whose: 'operators',
    fits: /^SELECT "store_id" AS "storeId", broken\.name, .* GROUP BY "store_id", broken\.name/,
    why: '`doctor` looks at all stores',
  },
  {
    whose: 'operators',
    fits: /^SELECT [^()]* FROM "public"\."merchant_key" AS "t0" WHERE \("t0"\."client_id" = \$1 AND 1=1\) LIMIT/,
    why: '`key rotate` and `key revoke` name a key by its client id, which is one among all stores',
  },
  {
    whose: 'operators',
    fits: /^SELECT [^()]* FROM "public"\."(merchant_key|allowed_origin)" AS "t0"( WHERE 1=1)? ORDER BY /,
    why: '`key list` and `origin list` without `--store` list those of all stores',
  },
]

/** The key of a statement that may look across stores. */
export function acrossStoresOf(sql: string): (typeof acrossStores)[number] | undefined {
  const text = sql.trim().replace(/\s+/g, ' ')
  return acrossStores.find(({ fits }) => fits.test(text))
}
