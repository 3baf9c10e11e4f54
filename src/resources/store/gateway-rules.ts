/** The gateway that a store may choose, and the keys of its account there. Pure. */
import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { shown } from '../../values/text.ts'

const names = ['sandbox', 'stripe'] as const
type GatewayName = (typeof names)[number]

/** The input of a choice. */
type GivenGateway = {
  gateway: string
  secretKey?: string | null | undefined
  publishableKey?: string | null | undefined
  webhookSecrets?: readonly string[] | null | undefined
}

/** The keys of an account, checked. */
type ChosenKeys = { secretKey: string; publishableKey: string; webhookSecrets: string[]; isLive: boolean }

const mostSecrets = 5
// As Stripe spells them: https://docs.stripe.com/keys.
const secretForm = /^(?:sk|rk)_(test|live)_\w{5,240}$/
const publishableForm = /^pk_(test|live)_\w{5,240}$/
const signingForm = /^whsec_[\w+/=-]{5,240}$/

/**
 * Reads a choice.
 *
 * @returns the name, and the keys of its account: null for the sandbox, which has none.
 *
 * @throws Refusal BAD_INPUT naming what is wrong; no secret is shown.
 */
export function readGateway(given: GivenGateway): { gateway: GatewayName; keys: ChosenKeys | null } {
  const gateway = names.find((name) => name === given.gateway)
  if (!gateway) throw badInput(say`${field('gateway')} must be one of ${names.join(', ')}, not ${shown(given.gateway)}.`)
  const { secretKey, publishableKey, webhookSecrets } = given
  if (gateway === 'sandbox') {
    const named = Object.entries({ secretKey, publishableKey, webhookSecrets }).find(([, value]) => value != null)
    if (named) throw badInput(say`${field(named[0])} must not be given for the sandbox, which has no account.`)
    return { gateway, keys: null }
  }
  const [, mode] = secretForm.exec(secretKey ?? '') ?? []
  if (secretKey == null || !mode)
    throw badInput(
      say`${field('secretKey')} must be a secret or restricted key of Stripe, which begins with sk_test_, sk_live_, rk_test_ or rk_live_.`,
    )
  const [, shownMode] = publishableForm.exec(publishableKey ?? '') ?? []
  if (publishableKey == null || !shownMode)
    throw badInput(say`${field('publishableKey')} must be a publishable key of Stripe, which begins with pk_test_ or pk_live_.`)
  if (mode !== shownMode)
    throw badInput(
      say`${field('publishableKey')} must be of the same mode as ${field('secretKey')}: one is of ${shownMode}, the other of ${mode} mode.`,
    )
  const secrets = [...(webhookSecrets ?? [])]
  if (secrets.length < 1 || secrets.length > mostSecrets || !secrets.every((secret) => signingForm.test(secret)))
    throw badInput(
      say`${field('webhookSecrets')} must be 1 to ${mostSecrets} signing secrets of webhooks, which begin with whsec_.`,
    )
  return { gateway, keys: { secretKey, publishableKey, webhookSecrets: secrets, isLive: mode === 'live' } }
}

/** @throws Refusal where a store with a test clock is to leave the sandbox. */
export function checkClock({ hasTestClock }: { hasTestClock: boolean }, gateway: GatewayName): void {
  if (hasTestClock && gateway !== 'sandbox')
    throw new Refusal('WRONG_STATUS', 'A store with a test clock has the sandbox alone: no gateway follows its time.')
}

/** @throws Refusal where secrets cannot be kept. */
export function checkSealing(canSeal: boolean): void {
  if (canSeal) return
  throw new Refusal(
    'WRONG_STATUS',
    'Secrets of a gateway are kept encrypted, and the server has no key for that: set SECRETS_KEY to 32 random bytes in base64 (openssl rand -base64 32), and start it again.',
  )
}

/** The losses of a choice: payment methods that are removed, and subscriptions that renew with them. */
type Left = { methods: number; subscriptions: number }

/** @throws Refusal naming what stops working, unless the caller has named the number of subscriptions. */
export function checkLeft({ methods, subscriptions }: Left, before: string, accepted: number | null | undefined): void {
  if (methods === 0 || accepted === subscriptions) return
  const of = before === 'sandbox' ? 'of the sandbox' : `of ${before} so far`
  const named = say`${methods} payment methods ${of} stop working and are removed; ${subscriptions} subscriptions that renew are charged to one of them, and need another. Give ${field('leavesSubscriptions')}: ${subscriptions} to go on.`
  throw badInput(named)
}
