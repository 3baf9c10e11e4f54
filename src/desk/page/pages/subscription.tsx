/** One subscription: its state, what comes next, what can be done, and what was done. */
import { Link } from 'wouter'
import { SubscriptionDocument } from '../documents/subscription.ts'
import { day, money, plural, time, words } from '../format.ts'
import { ActButtons } from '../parts/act.tsx'
import { AddressLines } from '../parts/address.tsx'
import { Badge } from '../parts/badge.tsx'
import { Labels } from '../parts/labels.tsx'
import { Failure } from '../parts/message.tsx'
import { Panel, Terms } from '../parts/panel.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { Unshown } from '../parts/unshown.tsx'
import { Visit } from '../parts/visit.tsx'
import { readable } from '../scopes.ts'
import { useShop } from '../shop.tsx'
import { useRead } from '../use-read.ts'
import { actsOf, type OneSubscription, updateAct } from './subscription-acts.ts'

/** How often it is charged: `every 3 months`. */
function rhythm({ recurringMonths, recurringWeeks }: OneSubscription): string | undefined {
  if (recurringMonths) return `every ${recurringMonths === 1 ? 'month' : plural(recurringMonths, 'month')}`
  if (recurringWeeks) return `every ${recurringWeeks === 1 ? 'week' : plural(recurringWeeks, 'week')}`
  return undefined
}

export function SubscriptionPage({ id }: { id: string }) {
  const { may } = useShop()
  const { data, error, again } = useRead(SubscriptionDocument, { id, ...readable(may, 'orders', 'shipments', 'log') })
  const one = data?.subscription
  if (!one) return <Unshown thing="subscription" id={id} error={error} again={again} />
  const { customer, status, scheduledChange, upcoming, orders, fulfillments, log, address, paymentMethod } = one
  return (
    <main>
      <header className="page-head">
        <p className="crumb">
          <Link href="/subscriptions">Subscriptions</Link>
        </p>
        <h1>
          {one.quantity > 1 && `${one.quantity} × `}
          {one.billingName}
        </h1>
        <Badge state={status} label={status === 'suspended' ? 'Paused' : words(status)} />
        {one.isTest && <Badge state="test" label="Test" />}
      </header>
      {error && <Failure error={error} again={again} />}
      <ActButtons acts={[...actsOf(one), { ...updateAct(one), label: 'Edit' }]} />
      {status === 'past_due' && (
        <p className="notice bad">
          Past due since {day(one.pastDueAt)}: {words(one.pastDueReason ?? '').toLowerCase()}.{' '}
          {plural(one.failedRenewals ?? 0, 'try', 'tries')}.{' '}
          {one.nextTryAt ? `The next is on ${time(one.nextTryAt)}.` : 'It is not tried again by itself.'}
        </p>
      )}
      {scheduledChange && (
        <p className="notice">
          Changes at the next renewal to {scheduledChange.quantity} × {scheduledChange.instance?.sku} (
          {scheduledChange.term?.name}).
        </p>
      )}
      <div className="columns">
        <div>
          <Panel title="What comes next">
            {upcoming.length === 0 ? (
              <p className="quiet">No renewal comes: it ends on {day(one.endDate)}.</p>
            ) : (
              <ul className="rows">
                {upcoming.map(({ date, charge, total, creditApplied, lines }) => (
                  <li key={date}>
                    <span>
                      <strong>{day(date)}</strong>
                      <span className="second">{lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}</span>
                    </span>
                    <span className="end">
                      {money(charge)}
                      {creditApplied > 0 && (
                        <span className="second">
                          {money(total)} less {money(creditApplied)} credit
                        </span>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          {fulfillments && fulfillments.nodes.length > 0 && (
            <Panel title="Boxes to come">
              <ul className="rows">
                {fulfillments.nodes.map((box) => (
                  <li key={box.id}>
                    <span>
                      {day(box.adjustedFulfillmentDate)}
                      <span className="second">
                        Box {box.cycleNumber} of {box.totalCycles}
                      </span>
                    </span>
                    {box.onHold ? <Badge state="on_hold" label="On hold" /> : <Badge state={box.shipment.status} />}
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          {orders && (
            <Panel title="Orders" isFlush>
              <table>
                <tbody>
                  {orders.nodes.map((order) => (
                    <tr key={order.id}>
                      <td>
                        <Link href={`/orders/${order.id}`}>#{order.id}</Link>
                      </td>
                      <td>{day(order.placedAt)}</td>
                      <td>
                        <Badge state={order.financialStatus} />
                      </td>
                      <td className="end">{money(order.total)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Panel>
          )}
          {log && (
            <Panel title="What was done">
              <Timeline of={log.nodes} />
            </Panel>
          )}
        </div>
        <aside>
          <Panel title="Customer">
            <p>
              <Visit to="customers" id={customer.id}>
                {customer.name}
              </Visit>
              <span className="second">{customer.email}</span>
            </p>
            {address && <AddressLines of={address} />}
            {paymentMethod ? (
              <p>
                {paymentMethod.brand} ending in {paymentMethod.last4}, until {paymentMethod.expMonth}/{paymentMethod.expYear}
              </p>
            ) : (
              <p className="fault">No card</p>
            )}
          </Panel>
          <Labels kind="subscription" of={one} />
          <Panel title="Terms">
            <Terms
              of={[
                ['Recurring', one.recurringPrice === null ? null : `${money(one.recurringPrice)} ${rhythm(one) ?? ''}`],
                ['Agreed price', one.fixedPrice === null ? null : money(one.fixedPrice)],
                ['Term', one.term.name],
                ['SKU', one.instance.sku],
                ['Began', day(one.startDate)],
                [one.autorenew ? 'Renews' : 'Ends', day(one.endDate)],
                ['Paused until', one.pausedUntil && day(one.pausedUntil)],
                ['Cancelled', one.cancelledAt && day(one.cancelledAt)],
                ['Paid so far', money(one.revenue)],
                ['External id', one.externalId],
                ['Note', one.note],
              ]}
            />
          </Panel>
        </aside>
      </div>
    </main>
  )
}
