/** An act by hand: what is requested, what the model says becomes of it, and whether the product answers so. */
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

const subscription = 'subscription { status autorenew endDate skippedDate credit revenue failedRenewals nextTryAt }'

/** The records that are looked at in answers. */
const shown: Record<string, string> = {
  skipSubscription: subscription,
  unskipSubscription: subscription,
  cancelSubscription: subscription,
  reactivateSubscription: subscription,
  renewSubscription: subscription,
  updateSubscription: subscription,
  refundOrder: 'refund { status amount order { refundable { amount } } }',
  shipShipment: 'shipment { status fulfillments { status } }',
}

export function documentOf(name: string): string {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
  return `mutation ($input: ${type}!) { ${name}(input: $input) { ${shown[name] ?? ''} userErrors { code message } } }`
}

/** Does an act in the product and in the model. @returns the code of its refusal, and where the two differ. */
export async function perform(
  { ask, gateway }: World,
  { merchant }: Shop,
  { name, input, happen, tell, told }: Act,
  at: number,
): Promise<{ code: string | undefined; differences: string[] }> {
  gateway.isByHand = true
  const { data, errors } = await ask(documentOf(name), { input }, merchant)
  gateway.isByHand = false
  const expected = happen(at)
  tell(at, `${name} ${JSON.stringify(input)}: ${expected ?? 'done'}`)
  const [refusal] = [...(data?.[name]?.userErrors ?? []), ...errors]
  const code = refusal && (refusal.code ?? refusal.message)
  return { code, differences: code === expected ? [] : [told(`${name} is answered with`, expected, refusal)] }
}
