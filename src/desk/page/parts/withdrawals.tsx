/** Withdrawals and cancellations that customers declared without signing in, each with the act that marks it as handled. */
import type { ResultOf } from 'gql.tada'
import { Link } from 'wouter'
import { HandleWithdrawalDocument, type WithdrawalFragment } from '../documents/withdrawals.ts'
import { time, words } from '../format.ts'
import { type Act, ActButtons } from './act.tsx'
import { Badge } from './badge.tsx'

type Withdrawal = ResultOf<typeof WithdrawalFragment>

const handle = ({ id, name, note }: Withdrawal): Act => ({
  label: 'Mark as handled',
  title: `The declaration of ${name}`,
  document: HandleWithdrawalDocument,
  fields: [{ name: 'note', label: 'What was done', kind: 'lines', hint: 'For the shop alone.', isOptional: true }],
  values: { note: note ?? '' },
  input: (values) => ({ id, ...(values.note && { note: values.note }) }),
  preview: () => 'It leaves the list of today. Refunds are acts of the order.',
  done: 'The declaration is handled.',
  scope: 'write_customers',
})

export const Withdrawals = ({ of: withdrawals }: { of: readonly Withdrawal[] }) => (
  <ul className="rows inset">
    {withdrawals.map((each) => (
      <li key={each.id}>
        <div>
          <strong>{words(each.kind)}</strong>: {each.reference}
          <span className="second">
            {each.customerId ? <Link href={`/customers/${each.customerId}`}>{each.name}</Link> : each.name}, {each.email},{' '}
            {time(each.receivedAt)}
          </span>
          <span className="second">
            {each.orderId && <Link href={`/orders/${each.orderId}`}>Order {each.orderId}</Link>}{' '}
            {each.subscriptionId && (
              <Link href={`/subscriptions/${each.subscriptionId}`}>Subscription {each.subscriptionId}</Link>
            )}
          </span>
          {each.confirmedAt && (
            <span className="second">Confirmed by the customer; renewals and unsent boxes ended {time(each.confirmedAt)}.</span>
          )}
          <details>
            <summary>Its words</summary>
            <p className="lines">{each.words}</p>
          </details>
          {each.note && <p className="note">“{each.note}”</p>}
        </div>
        {each.handledAt ? (
          <Badge state="done" label="Handled" />
        ) : (
          <div className="aside">
            <ActButtons acts={[handle(each)]} />
          </div>
        )}
      </li>
    ))}
  </ul>
)
