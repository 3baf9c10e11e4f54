/** Payments: the gateway that charges cards, with keys that are entered and never shown, and what a change of it stops. */

import type { ResultOf } from 'gql.tada'
import { SetGatewayDocument } from '../../documents/gateway.ts'
import { StoreDocument } from '../../documents/settings.ts'
import { type Act, ActButtons } from '../../parts/act.tsx'
import { readWhole } from '../../parts/entered.ts'
import type { FieldSpec } from '../../parts/field.tsx'
import { Failure, Waiting } from '../../parts/message.tsx'
import { Panel, Terms } from '../../parts/panel.tsx'
import { storeId } from '../../place.ts'
import { useRead } from '../../use-read.ts'

type Store = NonNullable<ResultOf<typeof StoreDocument>['store']>

/** Confirms what stops working: the dry run refuses the change until its number of subscriptions is entered. */
const leaves: FieldSpec = {
  name: 'leavesSubscriptions',
  label: 'Subscriptions that need another card then',
  kind: 'whole',
  hint: 'The check says how many, if there are some. Enter their number to go on.',
  isOptional: true,
}

/** The number that is entered, if one is. */
const accepted = (text = ''): { leavesSubscriptions?: number } =>
  text.trim() === '' ? {} : { leavesSubscriptions: readWhole(text, 'leavesSubscriptions', 'A whole number, such as 12.') }

const stripe: Act = {
  label: 'Connect Stripe',
  title: 'Connect Stripe',
  document: SetGatewayDocument,
  fields: [
    { name: 'secretKey', label: 'Secret or restricted key', kind: 'secret', hint: 'Such as rk_live_…; nothing shows it again.' },
    { name: 'publishableKey', label: 'Publishable key', kind: 'text', hint: 'Such as pk_live_…' },
    {
      name: 'webhookSecrets',
      label: 'Signing secret of the webhook',
      kind: 'secret',
      hint: `Such as whsec_…, of a webhook to ${location.origin}/v1/gateways/stripe/${storeId}/. Several are separated by blanks.`,
    },
    leaves,
  ],
  input: ({ secretKey = '', publishableKey = '', webhookSecrets = '', leavesSubscriptions }) => ({
    gateway: 'stripe',
    secretKey: secretKey.trim(),
    publishableKey: publishableKey.trim(),
    webhookSecrets: webhookSecrets.split(/[\s,]+/).filter(Boolean),
    ...accepted(leavesSubscriptions),
  }),
  preview: ({ store }) =>
    store?.gatewayIsLive
      ? 'From then on real cards are charged real money. Cards of before are removed; what was paid with them is refunded where it was paid.'
      : 'These are test keys: no money moves, and orders are tests.',
  done: 'Stripe is connected.',
}

const sandbox: Act = {
  label: 'Back to the sandbox',
  title: 'Back to the sandbox',
  document: SetGatewayDocument,
  fields: [leaves],
  input: ({ leavesSubscriptions }) => ({ gateway: 'sandbox', ...accepted(leavesSubscriptions) }),
  preview: () => 'No card is charged from then on.',
  done: 'The shop has the sandbox now.',
  isHarmful: true,
}

function stateOf({ gateway, gatewayIsLive }: Store): string {
  if (gateway !== 'stripe') return 'The sandbox: no money moves'
  return gatewayIsLive ? 'Stripe, with real money' : 'Stripe, with test keys'
}

export function PaymentSettings() {
  const { data, error, again } = useRead(StoreDocument, {})
  const store = data?.store
  if (!store) return error ? <Failure error={error} again={again} /> : <Waiting lines={4} />
  const isStripe = store.gateway === 'stripe'
  const isOnTestClock = store.clock?.isTest
  const acts = isStripe ? [{ ...stripe, label: 'Replace the keys' }, sandbox] : [stripe]
  return (
    <Panel title="Gateway" aside={!isOnTestClock && <ActButtons acts={acts} />}>
      <Terms of={[['Cards are charged by', stateOf(store)]]} />
      {isOnTestClock && <p className="quiet">A shop with a test clock has the sandbox alone: no gateway follows its time.</p>}
    </Panel>
  )
}
