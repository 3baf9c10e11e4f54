/** Webhooks, their last deliveries, and sending them again. */
import { CreateWebhookDocument, DeleteWebhookDocument, ReplayDocument, WebhooksDocument } from '../../documents/settings.ts'
import { plural, time, words } from '../../format.ts'
import { type Act, ActButtons } from '../../parts/act.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Empty, Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'

const create: Act = {
  label: 'New webhook',
  title: 'New webhook',
  document: CreateWebhookDocument,
  fields: [
    { name: 'url', label: 'Address', kind: 'text', hint: 'https://…' },
    { name: 'isOrdered', label: 'In order, each after the one before', kind: 'check' },
  ],
  input: ({ url, isOrdered }) => ({ url, isOrdered: isOrdered === 'yes' }),
  done: 'Events are sent from now on.',
  shown: ({ secret }) => (
    <>
      <p>The secret, by which the receiver checks signatures, is shown once.</p>
      <p>
        <code className="secret">{secret}</code>
      </p>
    </>
  ),
}

const replay = (webhookId: string): Act => ({
  label: 'Send what failed again',
  title: 'Send what failed again',
  document: ReplayDocument,
  input: () => ({ webhookId, allFailed: true }),
  preview: () => 'Every delivery that was given up is sent again.',
  done: 'They are sent again.',
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
          aside={<ActButtons acts={[replay(webhook.id), remove(webhook.id)]} />}
        >
          {webhook.disabledAt && <p className="fault inset">Disabled: {webhook.disabledBecause}</p>}
          <table>
            <tbody>
              {webhook.deliveries.nodes.map((delivery) => (
                <tr key={delivery.id}>
                  <td>{words(delivery.eventType)}</td>
                  <td>{time(delivery.createdAt)}</td>
                  <td>
                    <Badge state={delivery.state} />
                    {delivery.fault && <span className="second">{delivery.fault}</span>}
                  </td>
                  <td className="end">{delivery.status ?? ''}</td>
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
