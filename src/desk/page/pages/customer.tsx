/** One customer: their subscriptions, orders, cards and credit. */

import type { ResultOf } from 'gql.tada'
import { Link } from 'wouter'
import { CustomerDocument } from '../documents/customer.ts'
import { AddCreditDocument, UpdateCustomerDocument } from '../documents/customer-acts.ts'
import { day, money, number, readMoney, time, words } from '../format.ts'
import { type Act, ActButtons } from '../parts/act.tsx'
import { AddressLines } from '../parts/address.tsx'
import { Badge } from '../parts/badge.tsx'
import { FieldFault } from '../parts/field-fault.ts'
import { Labels } from '../parts/labels.tsx'
import { Mails } from '../parts/mails.tsx'
import { Failure } from '../parts/message.tsx'
import { Panel, Terms } from '../parts/panel.tsx'
import { Unshown } from '../parts/unshown.tsx'
import { Withdrawals } from '../parts/withdrawals.tsx'
import { readable } from '../scopes.ts'
import { useShop } from '../shop.tsx'
import { useRead } from '../use-read.ts'

type OneCustomer = NonNullable<ResultOf<typeof CustomerDocument>['customer']>

const actsOf = ({ id, changedIn, credit, firstName, lastName, email, country }: OneCustomer): Act[] => [
  {
    of: { kind: 'customer', id, changedIn },
    label: 'Add credit',
    title: 'Add credit',
    document: AddCreditDocument,
    fields: [
      { name: 'amount', label: 'Amount', kind: 'amount' },
      { name: 'reason', label: 'Reason', kind: 'text' },
    ],
    input({ amount = '', reason = '' }) {
      const read = readMoney(amount)
      if (read === undefined) throw new FieldFault('amount', `An amount, such as ${money(1250)}.`)
      return { customerId: id, amount: read, reason }
    },
    preview: ({ creditEntry }) => `The credit rises from ${money(credit)} to ${money(creditEntry.customer.credit)}.`,
    done: 'The credit is added.',
    scope: 'write_customers',
  },
  {
    of: { kind: 'customer', id, changedIn },
    label: 'Edit',
    title: 'Edit the customer',
    document: UpdateCustomerDocument,
    fields: [
      { name: 'firstName', label: 'First name', kind: 'text', isOptional: true },
      { name: 'lastName', label: 'Last name', kind: 'text', isOptional: true },
      { name: 'email', label: 'E-mail', kind: 'text' },
      { name: 'country', label: 'Country', kind: 'text', hint: 'Two letters, such as DE.', isOptional: true },
    ],
    values: { firstName, lastName, email, country },
    input: (values) => ({ id, ...values }),
    done: 'The customer is saved.',
    scope: 'write_customers',
  },
]

export function CustomerPage({ id }: { id: string }) {
  const { may } = useShop()
  const { data, error, again } = useRead(CustomerDocument, {
    id,
    ...readable(may, 'subscriptions', 'orders', 'mails'),
  })
  const one = data?.customer
  if (!one) return <Unshown thing="customer" id={id} error={error} again={again} />
  return (
    <main>
      <header className="page-head">
        <p className="crumb">
          <Link href="/customers">Customers</Link>
        </p>
        <h1>{one.name}</h1>
        <Badge state={one.subscriptionStatus} />
      </header>
      {error && <Failure error={error} again={again} />}
      <ActButtons acts={actsOf(one)} />
      <div className="columns">
        <div>
          {one.subscriptions && (
            <Panel title="Subscriptions" isFlush>
              <table>
                <tbody>
                  {one.subscriptions.nodes.map((subscription) => (
                    <tr key={subscription.id}>
                      <td>
                        <Link href={`/subscriptions/${subscription.id}`}>
                          {subscription.quantity > 1 && `${subscription.quantity} × `}
                          {subscription.billingName}
                        </Link>
                      </td>
                      <td>
                        <Badge state={subscription.status} />
                      </td>
                      <td className="wide">{day(subscription.endDate)}</td>
                      <td className="end">{money(subscription.recurringPrice)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {one.subscriptions.totalCount === 0 && <p className="quiet inset">None</p>}
            </Panel>
          )}
          {one.orders && (
            <Panel
              title="Orders"
              isFlush
              aside={
                one.orders.totalCount > 20 && (
                  <Link href={`/orders?customer.email__ilike=${encodeURIComponent(one.email)}`}>
                    All {number(one.orders.totalCount)}
                  </Link>
                )
              }
            >
              <table>
                <tbody>
                  {one.orders.nodes.map((order) => (
                    <tr key={order.id}>
                      <td>
                        <Link href={`/orders/${order.id}`}>#{order.id}</Link>
                      </td>
                      <td>{day(order.placedAt)}</td>
                      <td>
                        <Badge state={order.financialStatus} />
                      </td>
                      <td className="wide">
                        <Badge state={order.fulfillmentStatus} />
                      </td>
                      <td className="end">{money(order.total)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {one.orders.totalCount === 0 && <p className="quiet inset">None</p>}
            </Panel>
          )}
          {data.withdrawals && data.withdrawals.totalCount > 0 && (
            <Panel title="Withdrawals" isFlush>
              <Withdrawals of={data.withdrawals.nodes} />
            </Panel>
          )}
          {data.mails && (
            <Panel title="Mails" isFlush aside={data.mails.totalCount > 10 && `The last 10 of ${number(data.mails.totalCount)}`}>
              <Mails of={data.mails.nodes} />
            </Panel>
          )}
        </div>
        <aside>
          <Panel title="Details">
            <Terms
              of={[
                ['E-mail', one.email],
                ['Country', one.country],
                ['Customer since', day(one.createdAt)],
                ['Orders', number(one.numOrders)],
                ['Revenue', money(one.totalRevenue)],
                ['Credit', money(one.credit)],
                ['Tax number', one.taxId && `${one.taxId} (${words(one.taxIdStatus ?? '')})`],
                ['External id', one.externalId],
              ]}
            />
          </Panel>
          <Labels kind="customer" of={one} />
          <Panel title="Cards">
            {one.paymentMethods.length === 0 && <p className="quiet">None</p>}
            <ul className="rows">
              {one.paymentMethods.map((card) => (
                <li key={card.id}>
                  <span>
                    {card.brand} ending in {card.last4}
                    <span className="second">
                      until {card.expMonth}/{card.expYear}
                    </span>
                  </span>
                  {card.isDefault && <Badge state="default" label="Default" />}
                  {card.enteredByVisitor && <Badge state="visitor" label="Entered without sign-in" />}
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title="Addresses">
            {one.addresses.length === 0 && <p className="quiet">None</p>}
            {one.addresses.map((address) => (
              <AddressLines key={address.id} of={address} />
            ))}
          </Panel>
          <Panel title="Consents">
            {data.consents?.totalCount === 0 && <p className="quiet">None</p>}
            <ul className="rows">
              {data.consents?.nodes.map((consent) => (
                <li key={consent.id}>
                  <details>
                    <summary>Terms {consent.version}</summary>
                    <p className="lines">{consent.text}</p>
                    <span className="second">
                      {[time(consent.acceptedAt), consent.surface, consent.address].filter(Boolean).join(', ')}
                    </span>
                  </details>
                  {consent.orderId && <Link href={`/orders/${consent.orderId}`}>#{consent.orderId}</Link>}
                </li>
              ))}
            </ul>
          </Panel>
          {one.creditEntries.nodes.length > 0 && (
            <Panel title="Credit">
              <ul className="rows">
                {one.creditEntries.nodes.map((entry) => (
                  <li key={entry.id}>
                    <span>
                      {day(entry.createdAt)}
                      <span className="second">{entry.reason}</span>
                    </span>
                    <span className="end">{money(entry.amount)}</span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </aside>
      </div>
    </main>
  )
}
