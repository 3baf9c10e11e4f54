/**
 * Distinguishes an outage of the database from a fault of ours, in each shape of the drivers: a SQLSTATE, a code of Prisma, of the
 * network or of the file system, at the top or deep inside, and sometimes only a sentence.
 */

/** The sentence for a database that does not answer at all. */
export const databaseSilent = 'The database does not answer.'

/** In which way the database cannot do its work. */
type Outage = 'silent' | 'away' | 'read-only' | 'full' | 'crowded' | 'busy'

/** The sentence for each outage, in answers to clients and in `/readyz`. */
export const outageSentences: Record<Outage, string> = {
  silent: databaseSilent,
  away: databaseSilent,
  'read-only': 'The database is read-only: it takes no writes.',
  full: "The database's disk is full: it takes no writes.",
  crowded: 'The database takes no more connections.',
  busy: 'The database is too busy to answer.',
}

const outageOfCode: Record<string, Outage> = {
  '25006': 'read-only',
  '53100': 'full',
  ENOSPC: 'full',
  EDQUOT: 'full',
  '53300': 'crowded',
  P2037: 'crowded',
  TooManyConnections: 'crowded',
  // The database, or the right to use it, was taken away while we ran.
  '3D000': 'away',
  '28000': 'away',
  '28P01': 'away',
  // It no longer accepts connections, and ends those that it has.
  '55000': 'away',
  P1000: 'away',
  P1001: 'away',
  P1002: 'away',
  P1003: 'away',
  P1010: 'away',
  P1011: 'away',
  P1017: 'away',
  DatabaseNotReachable: 'away',
  ConnectionClosed: 'away',
  SocketTimeout: 'away',
  TlsConnectionError: 'away',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  EPIPE: 'away',
  EROFS: 'read-only',
  EIO: 'away',
  '58030': 'away',
  // Conflicts that outlasted the retries, waits that took too long, and timeouts for a connection.
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '25P03': 'busy',
  '25P04': 'busy',
  P1008: 'busy',
  P2024: 'busy',
  P2028: 'busy',
  P2034: 'busy',
  TransactionWriteConflict: 'busy',
}

// Connection exceptions, insufficient resources, and operator interventions.
const outageOfClass: [beginning: string, Outage][] = [
  ['08', 'away'],
  ['53', 'busy'],
  ['57P', 'away'],
]

/** Messages of pg and pg-pool that have no code. */
const sentences: [RegExp, Outage][] = [
  // Of our own watch, and of a connection that could not be made within its seconds.
  [/The database does not answer\.|due to connection timeout|timeout expired/, 'silent'],
  [/Connection terminated|Connection ended unexpectedly|connection error and is not queryable/i, 'away'],
  [
    /Can't reach database|the database system is|Query read timeout|Cannot use a pool after calling end|Client was closed/i,
    'away',
  ],
  [/timeout exceeded when trying to connect|canceling statement due to|TransactionWriteConflict|deadlock detected/i, 'busy'],
]

/** How the database is out of order, if that is what an error says. */
export function outageOf(error: unknown): Outage | undefined {
  const { codes, messages } = toldBy(error)
  for (const code of codes) {
    const outage = outageOfCode[code] ?? outageOfClass.find(([beginning]) => isSqlState(code) && code.startsWith(beginning))?.[1]
    if (outage) return outage
  }
  return sentences.find(([sentence]) => messages.some((message) => sentence.test(message)))?.[1]
}

const wasEnded = '57014'

/**
 * Whether the database ended a statement because it took too long, not because a client cancelled it. Both have one code; only the
 * message distinguishes them, and in another language than English both are taken for a matter of time, which cancelling mostly is.
 */
export function isTimedOut(error: unknown): boolean {
  const { codes, messages } = toldBy(error)
  return codes.includes(wasEnded) && !messages.some((message) => message.includes('due to user request'))
}

const noLock = '55P03'

/** Whether a statement failed because it waited too long for a lock that another held. */
export const isLockTimeout = (error: unknown): boolean => codesOf(error).includes(noLock)

const isSqlState = (code: string): boolean => /^[\dA-Z]{5}$/.test(code)

/** The codes in an error, those at the top first. */
export const codesOf = (error: unknown): string[] => toldBy(error).codes

// Where drivers put the error they were given.
const inside = ['cause', 'meta', 'driverAdapterError', 'originalError', 'error', 'errors'] as const
const maxLooks = 50

/** All that an error and those inside it say of themselves; nothing in it can keep us looking for long. */
export function toldBy(error: unknown): { codes: string[]; messages: string[] } {
  const codes: string[] = []
  const messages: string[] = []
  const waiting: unknown[] = [error]
  for (let looks = 0; looks < maxLooks && waiting.length > 0; looks += 1) {
    const next = waiting.shift()
    if (typeof next !== 'object' || next === null) continue
    if (Array.isArray(next)) {
      waiting.push(...next.slice(0, maxLooks))
      continue
    }
    const { code, originalCode, kind, message, originalMessage } = next as Record<string, unknown>
    codes.push(...[code, originalCode, kind].filter((each) => typeof each === 'string'))
    messages.push(...[message, originalMessage].filter((each) => typeof each === 'string'))
    waiting.push(...inside.map((name) => (next as Record<string, unknown>)[name]))
  }
  return { codes, messages }
}
