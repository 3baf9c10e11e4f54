/** The rules of webhooks, and the changes of each action. Pure. */
import { isIP } from 'node:net'
import { isOwnMachine } from '../../config/loopback.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { isLongerThan, shown } from '../../values/text.ts'
import { formatTime } from '../../values/time.ts'
import { isPublicAddress } from '../../webhooks/public-address.ts'

/** Each is sent every event that it wants: without an end to them there would be none to what a write causes. */
export const maxWebhooks = 20
/** The longest address. */
const maxUrlCharacters = 2_048
/** How many events one replay sends at most. */
export const maxReplayed = 1_000

type SigningSecrets = { secret: string; previousSecret: string | null; previousWorksUntil: Date | null }

const likeness = 'such as https://shop.example/hooks/tandem'

const refused = (message: string): Refusal => badInput(message, 'url')

/** Names that every machine takes for itself, or for its own network. */
const ownName = /^(localhost|.*\.(localhost|local|internal))\.?$/

/**
 * Reads the address of a webhook, as it is posted to. What its name leads to is looked at each time, when it is posted to.
 *
 * @param allowsPrivate whether plain http and addresses of private networks are taken, for development.
 * @throws Refusal BAD_INPUT saying what is wrong with it.
 */
export function readUrl(text: string, allowsPrivate: boolean): string {
  if (isLongerThan(text, maxUrlCharacters)) throw refused(`A webhook's url has at most ${maxUrlCharacters} characters.`)
  if (!URL.canParse(text)) throw refused(`${shown(text)} is not a url; give a whole one, ${likeness}.`)
  const { protocol, hostname, username, password, hash, href } = new URL(text)
  if (!allowsPrivate && isOwnMachine(hostname))
    throw refused(
      `${shown(hostname)} is the server's own machine: set WEBHOOK_ALLOW_PRIVATE=on to have deliveries posted there, or have a program get them by tandem listen.`,
    )
  const isPlain = protocol === 'http:' && allowsPrivate
  if (protocol !== 'https:' && !isPlain)
    throw refused(`A webhook's url begins with https://, ${likeness}; not ${shown(`${protocol}//${hostname}`)}.`)
  if (username || password) throw refused("A webhook's url has no user name or password; deliveries are signed instead.")
  if (hash) throw refused("A webhook's url has no # part; it would not be sent.")
  if (href.length > maxUrlCharacters) throw refused(`A webhook's url has at most ${maxUrlCharacters} characters.`)
  if (!allowsPrivate && isPrivate(hostname))
    throw refused(`${shown(hostname)} is on a private network; a webhook's url is one that the internet reaches, ${likeness}.`)
  return href
}

function isPrivate(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) ? !isPublicAddress(bare) : ownName.test(bare)
}

/** Refuses one more webhook than a store may have. */
export function checkRoom(count: number): void {
  if (count >= maxWebhooks) throw badInput(`A store has at most ${maxWebhooks} webhooks; delete one first.`)
}

/** The types of events, each once, in an order of their own: the same wish is always the same list. */
export const readTypes = (types: readonly string[]): string[] => [...new Set(types)].sort()

/**
 * The changes of a new secret. Deliveries are signed with both while the overlap lasts.
 *
 * @throws Refusal WRONG_STATUS for an overlap that is not over: a third secret would end the first too soon.
 */
export function rotated(webhook: SigningSecrets, secret: string, overlapSeconds: number, now: Date) {
  if (overlapSeconds === 0) return { secret, previousSecret: null, previousWorksUntil: null, rotatedAt: now }
  if (webhook.previousWorksUntil && now < webhook.previousWorksUntil) {
    const until = formatTime(webhook.previousWorksUntil)
    throw new Refusal(
      'WRONG_STATUS',
      `The secret before this one works until ${until}. Rotate with an overlap of 0 to end it at once, or wait.`,
    )
  }
  const previousWorksUntil = new Date(now.getTime() + overlapSeconds * 1_000)
  return { secret, previousSecret: webhook.secret, previousWorksUntil, rotatedAt: now }
}

/** Refuses what only a webhook does that is sent anything. */
export function checkEnabled({ disabledAt }: { disabledAt: Date | null }): void {
  if (disabledAt) throw new Refusal('WRONG_STATUS', 'The webhook is disabled; enable it first, with enabled: true.')
}

/** The input of a replay. */
type Replay = {
  deliveryId?: string | null | undefined
  fromSequence?: number | null | undefined
  toSequence?: number | null | undefined
  allFailed?: boolean | null | undefined
}

/** The deliveries of a replay: one by its id, the events of a range, or those that were given up. */
export type Replayed = { deliveryId: string } | { from: bigint; to: bigint } | 'failed'

/**
 * Reads what is to be sent again.
 *
 * @throws Refusal BAD_INPUT unless it is exactly one of the three, and a range that ends after it begins.
 */
export function readReplay({ deliveryId, fromSequence, toSequence, allFailed }: Replay): Replayed {
  const hasRange = fromSequence != null || toSequence != null
  const given = [deliveryId != null, hasRange, allFailed === true].filter((each) => each).length
  if (given !== 1)
    throw badInput(
      say`Give one of ${field('deliveryId')}, ${field('fromSequence')} with ${field('toSequence')}, or ${field('allFailed')}.`,
    )
  if (deliveryId != null) return { deliveryId }
  if (!hasRange) return 'failed'
  const [from, to] = [sequenceOf('fromSequence', fromSequence), sequenceOf('toSequence', toSequence)]
  if (to < from) throw badInput(say`${field('toSequence')} must not be before ${field('fromSequence')}.`)
  if (to - from >= maxReplayed)
    throw badInput(
      say`${field('fromSequence')} to ${field('toSequence')} may be at most ${maxReplayed} events; replay one range after the other.`,
    )
  return { from: BigInt(from), to: BigInt(to) }
}

function sequenceOf(name: string, value: number | null | undefined): number {
  if (value != null && Number.isSafeInteger(value) && value >= 1) return value
  throw badInput(say`${field(name)} must be the sequence of an event, a whole number of at least 1.`)
}
