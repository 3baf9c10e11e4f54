/** Webhooks, their last deliveries, and sending them again. */

import type { ResultOf } from 'gql.tada'
import {
  CreateWebhookDocument,
  DeleteWebhookDocument,
  ReplayDocument,
  RotateSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhooksDocument,
} from '../../documents/webhooks.ts'
import { plural, time, words } from '../../format.ts'
import { type Act, ActButtons, type PossibleAct } from '../../parts/act.tsx'
import { Badge } from '../../parts/badge.tsx'
import type { FieldSpec } from '../../parts/field.tsx'
import { Empty, Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import type { FormValues } from '../../parts/run-act.ts'
import { touched } from '../../parts/touched.ts'
import { useRead } from '../../use-read.ts'
import { editedWebhook, webhookInput } from './webhook-input.ts'

type Webhook = NonNullable<ResultOf<typeof WebhooksDocument>['webhooks']>['nodes'][number]
type Delivery = Webhook['deliveries']['nodes'][number]

const typesField: FieldSpec = {
  name: 'types',
  label: 'Events',
  kind: 'lines',
  hint: 'One a line, such as order_created; empty for all.',
  isOptional: true,
}

const Secret = ({ of: secret }: { of: string }) => (
  <>
    <p>The secret, by which the receiver checks signatures, is shown once.</p>
    <p>
      <code className="secret">{secret}</code>
    </p>
  </>
)

const create: Act = {
  label: 'New webhook',
  title: 'New webhook',
  document: CreateWebhookDocument,
  fields: [
    { name: 'url', label: 'Address', kind: 'text', hint: 'https://…' },
    typesField,
    { name: 'isOrdered', label: 'In order, each after the one before', kind: 'check' },
  ],
  input: webhookInput,
  done: 'Events are sent from now on.',
  shown: ({ secret }) => <Secret of={secret} />,
}

function edit({ id, url, types, isOrdered, disabledAt }: Webhook): Act {
  const opened: FormValues = {
    url,
    types: types.join('\n'),
    isOrdered: isOrdered ? 'yes' : '',
    enabled: disabledAt ? '' : 'yes',
  }
  return {
    label: 'Edit',
    title: 'Edit the webhook',
    document: UpdateWebhookDocument,
    fields: [
      { name: 'url', label: 'Address', kind: 'text', hint: 'https://…' },
      typesField,
      { name: 'isOrdered', label: 'In order, each after the one before', kind: 'check' },
      { name: 'enabled', label: 'Events are sent', kind: 'check' },
    ],
    values: opened,
    input: (values) => ({ id, ...touched(editedWebhook(values), editedWebhook(opened)) }),
    done: 'The webhook is saved.',
  }
}

/** A disabled webhook is sent nothing. */
const blockedBy = ({ disabledAt }: Webhook): string | undefined =>
  disabledAt ? 'The webhook is disabled; edit it to enable it first.' : undefined

const test = (webhook: Webhook): PossibleAct => ({
  label: 'Send a test',
  title: 'Send a test',
  document: TestWebhookDocument,
  input: () => ({ id: webhook.id }),
  preview: () => 'A delivery without an event is sent now; its answer is in the list.',
  done: 'The test is sent.',
  blockedBy: blockedBy(webhook),
})

const rotate = (id: string): Act => ({
  label: 'New secret',
  title: 'New secret',
  document: RotateSecretDocument,
  input: () => ({ id }),
  preview: () => 'For a day deliveries are signed with both secrets, so that the receiver can be changed.',
  done: 'The secret is another now.',
  shown: ({ secret }) => <Secret of={secret} />,
})

const resend = (webhook: Webhook, { id, eventType }: Delivery): PossibleAct => ({
  label: 'Send again',
  title: words(eventType),
  document: ReplayDocument,
  input: () => ({ webhookId: webhook.id, deliveryId: id }),
  preview: () => 'The same delivery is sent again, under the same id.',
  done: 'The delivery is sent again.',
  blockedBy: blockedBy(webhook),
})

const replay = (webhook: Webhook): PossibleAct => ({
  label: 'Send what failed again',
  title: 'Send what failed again',
  document: ReplayDocument,
  input: () => ({ webhookId: webhook.id, allFailed: true }),
  preview: () => 'Every delivery that was given up is sent again.',
  done: 'They are sent again.',
  blockedBy: blockedBy(webhook),
})

const remove = (id: string): Act => ({
  label: 'Delete',
  title: 'Delete the webhook',
  document: DeleteWebhookDocument,
  input: () => ({ id }),
  preview: () => 'Nothing is sent there any more.',
  done: 'The webhook is deleted.',
  isHarmful: true,
})

export function WebhookSettings() {
  const { data, error, again } = useRead(WebhooksDocument, {})
  const webhooks = data?.webhooks
  if (!webhooks) return error ? <Failure error={error} again={again} /> : <Waiting lines={6} />
  return (
    <>
      <Panel title={plural(webhooks.totalCount, 'webhook')} aside={<ActButtons acts={[create]} />}>
        {webhooks.totalCount === 0 && <Empty title="No program is told of what happens." />}
      </Panel>
      {webhooks.nodes.map((webhook) => (
        <Panel
          key={webhook.id}
          title={webhook.url}
          isFlush
          aside={<ActButtons acts={[edit(webhook), test(webhook), rotate(webhook.id), replay(webhook), remove(webhook.id)]} />}
        >
          {webhook.disabledAt && <p className="fault inset">Disabled: {webhook.disabledBecause}</p>}
          <table>
            <tbody>
              {webhook.deliveries.nodes.map((delivery) => (
                <tr key={delivery.id}>
                  <td>{words(delivery.eventType)}</td>
                  <td className="wide">{time(delivery.createdAt)}</td>
                  <td>
                    <Badge state={delivery.state} />
                    {delivery.fault && <span className="second">{delivery.fault}</span>}
                  </td>
                  <td className="end wide">{delivery.status ?? ''}</td>
                  <td className="end">
                    <ActButtons acts={[resend(webhook, delivery)]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {webhook.deliveries.totalCount === 0 && <p className="quiet inset">Nothing was sent yet.</p>}
        </Panel>
      ))}
    </>
  )
}
