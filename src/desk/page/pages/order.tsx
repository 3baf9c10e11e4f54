/** One order: what was bought, what of it is paid, sent and refunded, and what can be done. */
import { Link } from 'wouter'
import { OrderDocument } from '../documents/order.ts'
import { day, money, time, words } from '../format.ts'
import { ActButtons } from '../parts/act.tsx'
import { AddressLines } from '../parts/address.tsx'
import { Badge } from '../parts/badge.tsx'
import { Labels } from '../parts/labels.tsx'
import { Failure } from '../parts/message.tsx'
import { Panel, Terms } from '../parts/panel.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { Unshown } from '../parts/unshown.tsx'
import { Visit } from '../parts/visit.tsx'
import { base } from '../place.ts'
import { readable } from '../scopes.ts'
import { useShop } from '../shop.tsx'
import { useRead } from '../use-read.ts'
import { actsOf, type OneOrder } from './order-acts.ts'

/** The sums below the lines, as an invoice has them. */
function sumsOf(order: OneOrder): (readonly [string, number])[] {
  const {
    subTotal,
    totalDiscount,
    totalShipping,
    totalTax,
    taxIncluded,
    total,
    giftCardDiscount,
    creditApplied,
    refundedAmount,
  } = order
  const sums: (readonly [string, number])[] = [
    ['Subtotal', subTotal],
    ['Discount', -totalDiscount],
    ['Shipping', totalShipping],
    [taxIncluded ? 'Tax, contained' : 'Tax', totalTax],
    ['Gift card', -giftCardDiscount],
  ]
  const after: (readonly [string, number])[] = [
    ['Paid by credit', -creditApplied],
    ['Refunded', -refundedAmount],
  ]
  const isShown = ([, amount]: readonly [string, number]) => amount !== 0
  return [...sums.filter(isShown), ['Total', total], ...after.filter(isShown)]
}

export function OrderPage({ id }: { id: string }) {
  const { may } = useShop()
  const { data, error, again } = useRead(OrderDocument, {
    id,
    ...readable(may, 'transactions', 'refunds', 'shipments', 'log'),
  })
  const order = data?.order
  if (!order) return <Unshown thing="order" id={id} error={error} again={again} />
  const { customer, products, transactions, refunds, invoices, fulfillments, log, address, paymentMethod } = order
  const parcels = fulfillments && [...new Map(fulfillments.nodes.map(({ shipment }) => [shipment.id, shipment])).values()]
  return (
    <main>
      <header className="page-head">
        <p className="crumb">
          <Link href="/orders">Orders</Link>
        </p>
        <h1>Order #{order.id}</h1>
        <Badge state={order.financialStatus} />
        <Badge state={order.fulfillmentStatus} />
        {order.cancelledAt && <Badge state="cancelled" />}
        {order.isTest && <Badge state="test" label="Test" />}
        <p className="count">{time(order.placedAt)}</p>
      </header>
      {error && <Failure error={error} again={again} />}
      <ActButtons acts={actsOf(order)} />
      <div className="columns">
        <div>
          <Panel title="What was bought" isFlush>
            <table>
              <thead>
                <tr>
                  <th>Product</th>
                  <th className="end">Quantity</th>
                  <th className="end wide">Price</th>
                  <th className="end">Total</th>
                </tr>
              </thead>
              <tbody>
                {products.map((line) => (
                  <tr key={line.id}>
                    <td>
                      {line.name}
                      <span className="second">
                        {line.sku}
                        {line.subscriptionId && (
                          <>
                            {' · '}
                            <Visit to="subscriptions" id={line.subscriptionId}>
                              subscription
                            </Visit>
                          </>
                        )}
                      </span>
                    </td>
                    <td className="end">{line.quantity}</td>
                    <td className="end wide">{money(line.price)}</td>
                    <td className="end">{money(line.price * line.quantity)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                {sumsOf(order).map(([title, amount]) => (
                  <tr key={title} className={title === 'Total' ? 'total' : undefined}>
                    <th scope="row" className="end" colSpan={2}>
                      {title}
                    </th>
                    <td className="wide" />
                    <td className="end">{money(amount)}</td>
                  </tr>
                ))}
              </tfoot>
            </table>
          </Panel>
          {parcels && (
            <Panel title="Parcels">
              {parcels.length === 0 && <p className="quiet">Nothing of this order is sent.</p>}
              <ul className="rows">
                {parcels.map((parcel) => (
                  <li key={parcel.id}>
                    <span>
                      Parcel {parcel.id}{' '}
                      <span className="second">
                        {parcel.deliveredAt
                          ? `arrived ${day(parcel.deliveredAt)}`
                          : parcel.shippedAt
                            ? `sent ${day(parcel.shippedAt)}`
                            : 'to send'}
                        {parcel.carrier && ` · ${parcel.carrier}`}{' '}
                        {parcel.trackingUrl ? (
                          <a href={parcel.trackingUrl} target="_blank" rel="noreferrer">
                            {parcel.trackingNumber}
                          </a>
                        ) : (
                          parcel.trackingNumber
                        )}
                      </span>
                    </span>
                    <Badge state={parcel.status} />
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          {transactions && (
            <Panel title="Money" isFlush>
              <table>
                <tbody>
                  {transactions.nodes.map((move) => (
                    <tr key={move.id}>
                      <td>{words(move.kind)}</td>
                      <td>{time(move.createdAt)}</td>
                      <td>
                        <Badge state={move.result} />
                        {move.declineCode && <span className="second">{words(move.declineCode)}</span>}
                      </td>
                      <td className="end">{money(move.kind === 'payment' ? move.total : -move.total)}</td>
                    </tr>
                  ))}
                  {refunds?.nodes
                    .filter(({ status }) => status !== 'done')
                    .map((refund) => (
                      <tr key={`refund-${refund.id}`}>
                        <td>Refund</td>
                        <td>{time(refund.createdAt)}</td>
                        <td>
                          <Badge state={refund.status} />
                          {refund.failureReason && <span className="second">{refund.failureReason}</span>}
                        </td>
                        <td className="end">{money(-refund.amount)}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
              {transactions.nodes.length === 0 && <p className="quiet inset">No money has moved.</p>}
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
            {paymentMethod && (
              <p>
                {paymentMethod.brand} ending in {paymentMethod.last4}
              </p>
            )}
          </Panel>
          {invoices.nodes.length > 0 && (
            <Panel title="Invoices">
              <ul className="rows">
                {invoices.nodes.map((invoice) => (
                  <li key={invoice.id}>
                    <a href={`${base}/v1/invoices/${invoice.id}/?format=html`} target="_blank" rel="noreferrer">
                      {invoice.number}
                    </a>
                    <span className="end">
                      {money(invoice.total)}
                      <span className="second">{words(invoice.kind)}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          <Labels kind="order" of={order} />
          <Panel title="Details">
            <Terms
              of={[
                ['Kind', order.isRenewal ? 'Renewal' : order.isGift ? 'Gift' : 'Order'],
                ['For', order.giftRecipientName],
                ['Message', order.giftMessage],
                ['Paid', order.paidAt && time(order.paidAt)],
                ['Edited', order.editedAt && time(order.editedAt)],
                ['Cancelled', order.cancelledAt && `${time(order.cancelledAt)} ${order.cancelReason ?? ''}`],
                ['Can be refunded', money(order.refundable.amount)],
                ['External id', order.externalId],
                ['Note', order.note],
              ]}
            />
          </Panel>
        </aside>
      </div>
    </main>
  )
}
