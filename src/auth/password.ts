/** Passwords of people: hashed by scrypt, a few at a time, since each takes 32 MiB and a tenth of a second of a processor. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { unavailable } from '../values/errors.ts'
import { say } from '../values/sentence.ts'
import { text } from '../values/writable.ts'

/** The cost of a new hash; that of an old one stands in it. */
const cost = { log2N: 15, r: 8, p: 1 }
const saltBytes = 16
const keyBytes = 32

const atOnce = 2
const mostWaiting = 20

const fewest = 12

/** A password that may be chosen. */
export const passwordField = {
  password: text(
    `The password, at least ${fewest} characters`,
    { max: 200 },
    {
      fault: (value, name) => ([...value].length < fewest ? say`${name} must have at least ${fewest} characters.` : undefined),
    },
  ),
}

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs work when one of the two places is free.
 *
 * @throws Refusal UNAVAILABLE where too many wait.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw unavailable('Too many people sign in just now; try again in a moment.')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // A place goes to the next that waits.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

type ScryptCost = typeof cost

const derive = (password: string, salt: Buffer, { log2N, r, p }: ScryptCost): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) => {
        const options: ScryptOptions = { N: 2 ** log2N, r, p, maxmem: 256 * 2 ** log2N * r }
        // Compared in one form of Unicode: keyboards differ in which they type.
        scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
      }),
  )

/** The hash of a password, as it is stored: `scrypt$15$8$1$<salt>$<key>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** The hash of nothing that anybody can type, for accounts that there are not: checking it takes as long. */
const ofNobody = ['scrypt', cost.log2N, cost.r, cost.p, 'A'.repeat(22), 'A'.repeat(43)].join('$')

/** Whether a password is that of a hash; null is the hash of an account without one, or of none, and takes as long. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [form, log2N, r, p, salt = '', key = ''] = (hash?.startsWith('scrypt$') ? hash : ofNobody).split('$')
  const stored = Buffer.from(key, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), { log2N: Number(log2N), r: Number(r), p: Number(p) })
  return form === 'scrypt' && stored.length === found.length && timingSafeEqual(stored, found)
}
