/**
 * Movements as lines: what each adds to the recurring amounts of each length in each group. The state before a movement is taken off, and the state
 * after it added, so that lines up to a time add up to what was so then.
 */
import { type AskedFigure, counted, type FigureOptions, type GroupName } from './figure.ts'
import { type Fraction, fraction } from './fraction.ts'
import { type MovementLines, sumsOfLines } from './sums-of-lines.ts'

/** A sum of lines: the part of the calendar, 0 for all before the first, and what is added. */
export type MovementLine = {
  bucket: number
  key: string | null
  kind: string
  /** The recurring amount of a month. */
  value: Fraction
  /** The part of subscriptions that renew by themselves. */
  committed: Fraction
}

/** The keys of groups before and after a movement. */
const keysOf: Partial<Record<GroupName, readonly [from: string, to: string]>> = {
  product: ['from_product_id::text', 'product_id::text'],
  instance: ['from_instance_id::text', 'to_instance_id::text'],
  term: ['from_term_id::text', 'to_term_id::text'],
  length: [lengthOf('from'), lengthOf('to')],
  country: ['from_country', 'to_country'],
  coupon: ['from_coupon_id::text', 'coupon_id::text'],
  reason: ['from_cancel_reason::text', 'cancel_reason::text'],
}

/** Columns of which a movement has the state after it alone: the state before is that of the movement before it. */
const lasting: Partial<Record<GroupName, string>> = { coupon: 'coupon_id', reason: 'cancel_reason' }

/** The groups whose lines are kept; as many of others as there are movements. */
export const keptGroups: readonly (GroupName | undefined)[] = [undefined, 'product', 'length']

/** Movements, with the key of the group before each. */
function movementsBy(by: GroupName | undefined, movements: string): string {
  const column = by && lasting[by]
  if (!column) return movements
  return `(
  SELECT *, lag(${column}) OVER (PARTITION BY subscription_id ORDER BY id) AS from_${column} FROM ${movements}
) AS with_before`
}

/** A length as ISO 8601 writes it, such as P3M and P2W. */
function lengthOf(of: 'from' | 'to'): string {
  return `CASE WHEN (${of}_months, ${of}_weeks) = (0, 0) THEN NULL ELSE 'P' || CASE WHEN ${of}_months > 0 THEN ${of}_months || 'M' ELSE '' END
    || CASE WHEN ${of}_weeks > 0 THEN ${of}_weeks || 'W' ELSE '' END END`
}

/** Whether a subscription counts, by what a pause is. */
const countsBy = (of: 'from' | 'to', pauses: FigureOptions['pauses']): string =>
  pauses === 'ignore'
    ? `(${of}_counted OR coalesce(${of}_status = 'suspended', false) AND first_paid_at IS NOT NULL)`
    : `${of}_counted`

/** How many of the customer's count, by what a pause is. */
const countOf = (when: 'before' | 'after', pauses: FigureOptions['pauses']): string =>
  pauses === 'ignore' ? `(counted_${when}::bigint + paused_${when})` : `counted_${when}`

/** The kind of a movement, by what a pause is. */
function kindBy(pauses: FigureOptions['pauses']): string {
  const [before, after] = [countOf('before', pauses), countOf('after', pauses)]
  if (pauses === 'separate') return 'kind::text'
  const ended = `CASE WHEN ${after} = 0 THEN 'churn' ELSE 'contraction' END`
  const begun = `CASE WHEN ${before} = 0 THEN 'reactivation' ELSE 'expansion' END`
  if (pauses === 'churn') return `CASE WHEN kind = 'paused' THEN ${ended} WHEN kind = 'resumed' THEN ${begun} ELSE kind::text END`
  const [from, to] = [countsBy('from', pauses), countsBy('to', pauses)]
  return `CASE WHEN kind IN ('paused', 'resumed') THEN 'none' WHEN kind IN ('new', 'gift_ended') THEN kind::text
    WHEN ${to} AND NOT ${from} THEN ${begun} WHEN ${from} AND NOT ${to} THEN ${ended} ELSE kind::text END`
}

/** The customers that a movement is of: those who come and go are counted by the first movement of each write. */
export const customersBy = (pauses: FigureOptions['pauses']) => {
  const [before, after] = [countOf('before', pauses), countOf('after', pauses)]
  return {
    /** Adds 1 for a customer who has one from here on, and takes 1 off for one who has none any more. */
    counted: `CASE WHEN is_first THEN (${after} > 0)::int - (${before} > 0)::int ELSE 0 END`,
    paying: 'CASE WHEN is_first THEN (paying_after > 0)::int - (paying_before > 0)::int ELSE 0 END',
    gained: `(is_first AND ${before} = 0 AND ${after} > 0 AND ${kindBy(pauses)} IN ('new', 'reactivation'))`,
    lost: `(is_first AND ${before} > 0 AND ${after} = 0 AND ${kindBy(pauses)} = 'churn')`,
  }
}

/** The lines of recurring amounts. */
export function amountLines(by: GroupName | undefined, pauses: FigureOptions['pauses']): MovementLines {
  const [from, to] = (by && keysOf[by]) ?? ['NULL::text', 'NULL::text']
  const [fromCounts, toCounts] = [countsBy('from', pauses), countsBy('to', pauses)]
  const state = (of: 'from' | 'to', counts: string) => `${of}_months, ${of}_weeks,
    CASE WHEN ${counts} THEN ${of}_price::numeric ELSE 0 END AS ${of}_amount,
    CASE WHEN ${counts} AND ${of}_autorenew AND ${of}_status <> 'cancelled' THEN ${of}_price::numeric ELSE 0 END AS ${of}_committed`
  // A loss has the reason that ended it.
  const mayLeave = by === 'reason' ? fromCounts : `${fromCounts} AND ${toCounts}`
  const key = by === 'reason' ? to : by ? `CASE WHEN ${toCounts} THEN ${to} ELSE ${from} END` : 'NULL::text'
  const leaves = by ? `, ${from} AS from_key, ${to} AS to_key, ${mayLeave} AND ${from} IS DISTINCT FROM ${to} AS leaves` : ''
  const line = (of: 'from' | 'to', sign: string) => `${of}_months, ${of}_weeks, ${sign}${of}_amount, ${sign}${of}_committed`
  // One that goes from a group to another is moved there as it was.
  const moved = by
    ? `, (CASE WHEN leaves THEN from_key END, CASE WHEN leaves THEN 'moved' END, ${line('from', '-')}),
      (CASE WHEN leaves THEN to_key END, CASE WHEN leaves THEN 'moved' END, ${line('from', '')})`
    : ''
  return {
    ...(keptGroups.includes(by) && { keptAs: `amounts by ${by ?? 'nothing'}, pauses ${pauses}` }),
    // OFFSET 0 has PostgreSQL reckon the columns of a movement once, and not for each of its lines.
    of: (
      movements,
    ) => `SELECT at, line.kind, line.key, line.months, line.weeks, times * line.amount AS amount, times * line.committed AS committed
FROM (SELECT at, times, ${key} AS key, ${kindBy(pauses)} AS counted_as, ${state('from', fromCounts)}, ${state('to', toCounts)}${leaves}
  FROM ${movementsBy(by, movements)} OFFSET 0) AS movement
CROSS JOIN LATERAL (VALUES (movement.key, counted_as, ${line('to', '')}),
      (movement.key, counted_as, ${line('from', '-')})${moved}) AS line (key, kind, months, weeks, amount, committed)
WHERE line.kind IS NOT NULL AND 52::bigint * line.months + 12::bigint * line.weeks > 0 AND (line.amount <> 0 OR line.committed <> 0)`,
  }
}

/** Lines of counts, which have neither group nor length. @param counts by kind, in SQL. */
export const countLines = (keptAs: string | undefined, counts: Readonly<Record<string, string>>): MovementLines => ({
  ...(keptAs !== undefined && { keptAs }),
  of: (movements) => {
    const values = Object.entries(counts).map(([kind, count]) => `('${kind}', (${count})::int)`)
    return `SELECT at, line.kind, NULL::text AS key, 0 AS months, 0 AS weeks, times * line.amount::numeric AS amount, 0::numeric AS committed
FROM ${movements} CROSS JOIN LATERAL (VALUES ${values.join(', ')}) AS line (kind, amount) WHERE line.amount <> 0`
  },
})

/** Reads the sums of recurring amounts. */
export async function linesOf(asked: AskedFigure): Promise<MovementLine[]> {
  const lines: MovementLine[] = []
  const sums = await sumsOfLines(asked, amountLines(asked.by, asked.options.pauses))
  await asked.each(sums, ([bucket, key = null, kind, months, weeks, sum, committed]) => {
    // A week is 12/52 of a month.
    const length = 52n * BigInt(months ?? 0) + 12n * BigInt(weeks ?? 0)
    const perMonth = (price: string | null | undefined) => fraction(52n * BigInt(price ?? 0), length)
    lines.push({ bucket: counted(bucket), key, kind: kind ?? '', value: perMonth(sum), committed: perMonth(committed) })
  })
  return lines
}
