/** Today: what is to be done first, then how the shop does. */

import type { ResultOf } from 'gql.tada'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { TodayDocument } from '../documents/today.ts'
import { idFilter } from '../filters/filter-spec.ts'
import { sendableBy, sendableToday } from '../filters/shipments.ts'
import { day, isoDay, money, number, percent, plural, time, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Failure, Waiting } from '../parts/message.tsx'
import { Panel } from '../parts/panel.tsx'
import { Withdrawals } from '../parts/withdrawals.tsx'
import { readable } from '../scopes.ts'
import { useShop } from '../shop.tsx'
import { useRead } from '../use-read.ts'

type Today = ResultOf<typeof TodayDocument>

/** Something to do, with its number; none is shown where there is nothing. */
type Task = { icon: IconName; count: number; title: string; detail?: string | undefined; href: string; isUrgent?: boolean }

/** The first row of each product. */
const byProduct = <Row extends { product: { id: string } }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ product }, place) => rows.findIndex((row) => row.product.id === product.id) === place)

/** The page of a record, or the list of several. */
const pageOf = (list: string, all: readonly string[]): string => {
  const ids = [...new Set(all)]
  return ids.length === 1 ? `/${list}/${ids[0]}` : `/${list}?${new URLSearchParams({ [idFilter.name]: ids.join(',') })}`
}

const mostNamed = 5

const firstOf = (names: readonly string[]): string =>
  names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ' …' : '')

function tasksOf(data: Today): Task[] {
  const { pastDue, toShip, unsettledRefunds, unsettledOrders, failedRefunds, disputes, withdrawals } = data
  const [lowStock, shortfalls] = [byProduct(data.lowStock?.nodes ?? []), byProduct(data.shortfalls?.nodes ?? [])]
  return [
    {
      icon: 'alert' as const,
      count: disputes?.totalCount ?? 0,
      title: plural(disputes?.totalCount ?? 0, 'dispute to answer', 'disputes to answer'),
      detail: disputes?.nodes[0]?.evidenceDueAt ? `The first by ${day(disputes.nodes[0].evidenceDueAt)}` : undefined,
      href: pageOf('orders', disputes?.nodes.map(({ orderId }) => orderId) ?? []),
      isUrgent: true,
    },
    {
      icon: 'subscriptions' as const,
      count: pastDue?.count ?? 0,
      title: plural(pastDue?.count ?? 0, 'subscription past due', 'subscriptions past due'),
      detail: `${money(pastDue?.sum?.recurringPrice ?? 0)} at risk`,
      href: '/subscriptions?status=past_due',
      isUrgent: true,
    },
    {
      icon: 'orders' as const,
      count: failedRefunds?.totalCount ?? 0,
      title: plural(failedRefunds?.totalCount ?? 0, 'order with a refund that failed', 'orders with a refund that failed'),
      detail: 'The money is still with the shop',
      href: '/orders?refunds.status=failed',
      isUrgent: true,
    },
    {
      icon: 'customers' as const,
      count: withdrawals?.totalCount ?? 0,
      title: plural(withdrawals?.totalCount ?? 0, 'withdrawal to handle', 'withdrawals to handle'),
      detail: withdrawals?.nodes[0] && `The first since ${day(withdrawals.nodes[0].receivedAt)}`,
      href: '#withdrawals',
      isUrgent: true,
    },
    {
      icon: 'ship' as const,
      count: toShip?.totalCount ?? 0,
      title: plural(toShip?.totalCount ?? 0, 'parcel to send', 'parcels to send'),
      detail: 'Due today or before',
      href: sendableToday,
    },
    {
      icon: 'orders' as const,
      count: unsettledOrders?.totalCount ?? 0,
      title: plural(unsettledOrders?.totalCount ?? 0, 'order with a refund under way', 'orders with a refund under way'),
      detail: money(unsettledRefunds?.sum?.amount ?? 0),
      href: '/orders?refunds.status__in=pending,unknown',
    },
    {
      icon: 'products' as const,
      count: lowStock.length,
      title: `${plural(lowStock.length, 'product')} low in stock`,
      detail: firstOf(lowStock.map(({ sku, quantityOnHand }) => `${sku}: ${number(quantityOnHand)}`)),
      href: '/products?inventory.is_low=true',
    },
    {
      icon: 'products' as const,
      count: shortfalls.length,
      title: `${plural(shortfalls.length, 'product')} short for the deliveries of 14 days`,
      detail: firstOf(shortfalls.map(({ product, short }) => `${product.name}: ${number(short)}`)),
      href: pageOf(
        'products',
        shortfalls.map(({ product }) => product.id),
      ),
    },
  ].filter(({ count }) => count > 0)
}

/** A figure of the month with that of the month before. */
type Figure = {
  title: string
  now: number | null | undefined
  before: number | null | undefined
  write: (value: number) => string
}

function FigureCard({ title, now, before, write }: Figure) {
  const change = now !== null && now !== undefined && before ? (now - before) / Math.abs(before) : undefined
  return (
    <div className="figure">
      <p className="figure-title">{title}</p>
      <p className="figure-value">{now === null || now === undefined ? '–' : write(now)}</p>
      <p className="figure-before">
        {before === null || before === undefined ? 'No month before' : `${write(before)} the month before`}
        {change !== undefined && change !== 0 && (
          <span className={change > 0 ? 'up' : 'down'}>
            {change > 0 ? ' ▲ ' : ' ▼ '}
            {percent(Math.abs(change))}
          </span>
        )}
      </p>
    </div>
  )
}

/** The last two rows of a figure. */
const lastTwo = <Row,>(rows: readonly Row[] | undefined): [now: Row | undefined, before: Row | undefined] => [
  rows?.at(-1),
  rows?.at(-2),
]

/** The first of the month before, as figures take it: `2026-10-01`. */
function monthBefore(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return month === 1 ? `${year - 1}-12-01` : `${year}-${String(month - 1).padStart(2, '0')}-01`
}

/** A link to another page, or to a part of this one. */
const TaskLink = ({ href, children }: { href: string; children: ReactNode }) =>
  href.startsWith('#') ? <a href={href}>{children}</a> : <Link href={href}>{children}</Link>

export function TodayPage() {
  const shop = useShop()
  const today = isoDay(shop.now())
  const { data, error, again } = useRead(TodayDocument, {
    from: monthBefore(today),
    toShip: sendableBy(today),
    ...readable(shop.may, 'subscriptions', 'shipments', 'inventory', 'disputes', 'orders', 'customers'),
    refunds: shop.may('read_refunds') && shop.may('read_orders'),
    figures: ['subscriptions', 'orders', 'transactions', 'customers'].every((what) => shop.may(`read_${what}`)),
  })
  if (!data) return <main>{error ? <Failure error={error} again={again} /> : <Waiting lines={8} />}</main>
  const tasks = tasksOf(data)
  const { mrr, subscribers, revenue, churn } = data.figures ?? {}
  const [mrrNow, mrrBefore] = lastTwo(mrr?.rows)
  const [peopleNow, peopleBefore] = lastTwo(subscribers?.rows)
  const [revenueNow, revenueBefore] = lastTwo(revenue?.rows)
  const [churnNow, churnBefore] = lastTwo(churn?.rows)
  return (
    <main>
      <header className="page-head">
        <h1>Today</h1>
        <p className="count">{day(shop.now().toISOString())}</p>
      </header>
      {error && <Failure error={error} again={again} />}
      <section aria-label="What to do first">
        {tasks.length === 0 ? (
          <p className="notice good">
            <Icon name="check" /> Nothing waits for you.
          </p>
        ) : (
          <ul className="tasks">
            {tasks.map(({ icon, title, detail, href, isUrgent }) => (
              <li key={title} className={isUrgent ? 'task urgent' : 'task'}>
                <TaskLink href={href}>
                  <Icon name={icon} />
                  <span>
                    <strong>{title}</strong>
                    {detail && <span className="detail">{detail}</span>}
                  </span>
                </TaskLink>
              </li>
            ))}
          </ul>
        )}
      </section>
      {data.withdrawals && data.withdrawals.totalCount > 0 && (
        <div id="withdrawals">
          <Panel
            title="Withdrawals to handle"
            isFlush
            aside={data.withdrawals.totalCount > 10 && `The first 10 of ${number(data.withdrawals.totalCount)}`}
          >
            <Withdrawals of={data.withdrawals.nodes} />
          </Panel>
        </div>
      )}
      {data.figures && (
        <section aria-label="This month" className="figures">
          <FigureCard title="Monthly recurring revenue" now={mrrNow?.mrr} before={mrrBefore?.mrr} write={money} />
          <FigureCard title="Subscribers" now={peopleNow?.customers} before={peopleBefore?.customers} write={number} />
          <FigureCard title="Collected this month" now={revenueNow?.collected} before={revenueBefore?.collected} write={money} />
          <FigureCard title="Subscriber churn" now={churnNow?.rate} before={churnBefore?.rate} write={percent} />
        </section>
      )}
      {data.recent && (
        <Panel title="Latest orders" isFlush aside={<Link href="/orders">All orders</Link>}>
          <table>
            <thead>
              <tr>
                <th>Order</th>
                <th>Customer</th>
                <th className="wide">Placed</th>
                <th>Paid</th>
                <th className="end">Total</th>
              </tr>
            </thead>
            <tbody>
              {data.recent?.nodes.map(({ id, customer, placedAt, financialStatus, total, isRenewal }) => (
                <tr key={id}>
                  <td>
                    <Link href={`/orders/${id}`}>#{id}</Link> {isRenewal && <span className="quiet wide">renewal</span>}
                  </td>
                  <td>{customer.name}</td>
                  <td className="wide">{time(placedAt)}</td>
                  <td>
                    <Badge state={financialStatus} label={words(financialStatus)} />
                  </td>
                  <td className="end">{money(total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
    </main>
  )
}
