/** The examples of requests, and the times in them. */
/** Requests with their answers, by the names of the operations; `as` says who asks where that matters. */
export type Examples = Readonly<
  Record<string, { path?: Readonly<Record<string, string>>; as?: string; body?: unknown; answer?: unknown }>
>

const millisecondsOfDay = 86_400_000

/** A body with its times: each text `in 30 days` is the beginning of the day that is so many days after the given time. */
export function withTimes(value: unknown, now: Date): unknown {
  if (Array.isArray(value)) return value.map((item) => withTimes(item, now))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTimes(item, now)]))
  const [, days] = (typeof value === 'string' && /^in (\d+) days$/.exec(value)) || []
  if (days === undefined) return value
  const day = Math.floor(now.getTime() / millisecondsOfDay) + Number(days)
  return `${new Date(day * millisecondsOfDay).toISOString().slice(0, 19)}Z`
}
