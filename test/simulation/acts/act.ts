/** An act by hand: what is requested, what the model says becomes of it, and whether the product answers so. */
import { isDeepStrictEqual } from 'node:util'
import type { World } from '../simulate.ts'
import type { Shop } from '../stage.ts'

export type Act = {
  /** The name of its mutation. */
  name: string
  input: object
  /** Does it in the model. @returns the code of the refusal that is expected, if one is. */
  happen(at: number): string | undefined
  /** Notes it in the story of its subject. */
  tell(at: number, what: string): void
  /** A difference, with that story. */
  told(what: string, expected: unknown, found: unknown): string
}

const changed = `productInstanceId termId quantity fixedPrice scheduledChange { termId } endDate credit changeDifference
  orders(last: 1) { nodes { total creditApplied proratedCharge } }`
const subscription = 'subscription { status autorenew endDate skippedDate credit revenue failedRenewals nextTryAt }'

/** The records that are looked at in answers. */
const shown: Record<string, string> = {
  skipSubscription: subscription,
  unskipSubscription: subscription,
  cancelSubscription: subscription,
  reactivateSubscription: subscription,
  renewSubscription: subscription,
  updateSubscription: subscription,
  changeSubscription: `subscription { ${changed} }`,
  refundOrder: 'refund { status amount order { refundable { amount } } }',
  editOrder: 'order { total editDifference }',
  shipShipment: 'shipment { status fulfillments { status } }',
}

/** Acts that are tried before they are done: both must say the same. */
const triedBefore = new Set(['editOrder', 'changeSubscription'])

export function documentOf(name: string, isDryRun = false): string {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
  return `mutation ($input: ${type}!) { ${name}(input: $input${isDryRun ? ', dryRun: true' : ''}) { ${shown[name] ?? ''} userErrors { code message } } }`
}

/** Does an act in the product and in the model. @returns the code of its refusal, and where the two differ. */
export async function perform(
  { ask, gateway }: World,
  { merchant }: Shop,
  { name, input, happen, tell, told }: Act,
  at: number,
): Promise<{ code: string | undefined; differences: string[] }> {
  gateway.isByHand = true
  const tried = triedBefore.has(name) ? await ask(documentOf(name, true), { input }, merchant) : undefined
  const { data, errors } = await ask(documentOf(name), { input }, merchant)
  gateway.isByHand = false
  const expected = happen(at)
  tell(at, `${name} ${JSON.stringify(input)}: ${expected ?? 'done'}`)
  const [refusal] = [...(data?.[name]?.userErrors ?? []), ...errors]
  const code = refusal && (refusal.code ?? refusal.message)
  const differences = code === expected ? [] : [told(`${name} is answered with`, expected, refusal)]
  const [dry, done] = [tried?.data?.[name], data?.[name]].map(recordOf)
  if (dry && done && code === undefined && !isDeepStrictEqual(dry, done))
    differences.push(told(`${name} does not do what its dry run says:`, dry, done))
  return { code, differences }
}

/** The record in an answer, if it has one. */
const recordOf = (answer: Record<string, unknown> | null | undefined): unknown => answer?.order ?? answer?.subscription
