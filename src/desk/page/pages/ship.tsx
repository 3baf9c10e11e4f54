/** Ship: what is to be sent, a pick list and packing slips to print, and a whole batch sent in one act. */

import type { ResultOf } from 'gql.tada'
import { useMemo, useState } from 'react'
import { ShipBatchDocument, ShipDocument } from '../documents/ship.ts'
import { whereOf } from '../filters/filter-spec.ts'
import { dueBy, shipmentFilters } from '../filters/shipments.ts'
import { beginOf, day, isDay, isoDay, number, plural } from '../format.ts'
import { type Act, ActDialog } from '../parts/act.tsx'
import { AddressLines } from '../parts/address.tsx'
import { Badge } from '../parts/badge.tsx'
import { FieldFault } from '../parts/field-fault.ts'
import { Filters } from '../parts/filters.tsx'
import { Icon } from '../parts/icon.tsx'
import { Empty, Failure, Waiting } from '../parts/message.tsx'
import { useParameters } from '../parts/parameters.ts'
import { Visit } from '../parts/visit.tsx'
import { useShop } from '../shop.tsx'
import { useRead } from '../use-read.ts'
import { picked, withoutCancelled } from './pick-list.ts'
import { readTracking } from './tracking.ts'

type Parcel = NonNullable<ResultOf<typeof ShipDocument>['shipments']>['nodes'][number]

/** Parcels of a batch: as many as one mutation takes, and as one walks to the post office with. */
const batchSize = 100

function shipAct(parcels: readonly Parcel[]): Act {
  const known = new Set(parcels.map(({ id }) => id))
  return {
    label: `Send ${plural(parcels.length, 'parcel')}`,
    title: `Send ${plural(parcels.length, 'parcel')}`,
    document: ShipBatchDocument,
    fields: [
      { name: 'carrier', label: 'Carrier', kind: 'text', isOptional: true, paths: ['shipments.carrier'] },
      {
        name: 'tracking',
        label: 'Tracking numbers',
        kind: 'lines',
        hint: 'A parcel a line: its number, a comma, its tracking number. Paste them from a file of the carrier.',
        paths: ['shipments.trackingNumber'],
        isOptional: true,
      },
    ],
    input({ carrier = '', tracking = '' }) {
      const read = readTracking(tracking, known)
      if (read.faults.length > 0) throw new FieldFault('tracking', read.faults.slice(0, 5).join(' '))
      const numbers = new Map(read.tracked.map((each) => [each.parcel, each]))
      return {
        shipments: parcels.map(({ id }) => {
          const tracked = numbers.get(id)
          const by = tracked?.carrier ?? carrier.trim()
          return { id, ...(by && { carrier: by }), ...(tracked && { trackingNumber: tracked.trackingNumber }) }
        }),
      }
    },
    preview: ({ results }, { tracking = '' }) =>
      `${plural(results.length, 'parcel')} will be marked as sent, ${readTracking(tracking, known).tracked.length} with a tracking number. Customers are told as the shop’s mails say.`,
    done: `${plural(parcels.length, 'parcel')} sent.`,
  }
}

export function ShipPage() {
  const shop = useShop()
  const parameters = useParameters()
  const today = isoDay(shop.now())
  const asked = parameters.get('until')
  const until = isDay(asked) ? asked : today
  const filter = useMemo(() => ({ ...dueBy(until), ...whereOf(shipmentFilters, parameters) }), [until, parameters])
  const { data, error, again } = useRead(ShipDocument, { filter, first: batchSize })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [act, setAct] = useState<Act>()
  const parcels = useMemo(() => (data?.shipments?.nodes ?? []).map(withoutCancelled), [data])
  const held = parcels.filter(isHeld)
  const ready = parcels.filter((parcel) => !left.has(parcel.id) && !isHeld(parcel))
  const total = data?.shipments?.totalCount
  return (
    <main>
      <header className="page-head no-print">
        <h1>Ship</h1>
        <p className="count">
          {total !== undefined && `${plural(total, 'parcel')} due by ${day(beginOf(until))}`}
          {held.length > 0 && `, ${number(held.length)} on hold`}
        </p>
        <button type="button" onClick={() => window.print()} disabled={ready.length === 0}>
          <Icon name="print" /> Print pick list and slips
        </button>
        {shop.may('write_shipments') && (
          <button type="button" className="primary" onClick={() => setAct(shipAct(ready))} disabled={ready.length === 0}>
            Send {plural(ready.length, 'parcel')}
          </button>
        )}
      </header>
      <div className="no-print filter-line">
        <div className="field inline">
          <label htmlFor="until">Due by</label>
          <input id="until" type="date" value={until} onChange={({ target }) => parameters.set({ until: target.value })} />
        </div>
        <Filters specs={shipmentFilters} parameters={parameters} />
      </div>
      {error && <Failure error={error} again={again} />}
      {!data && !error && <Waiting lines={8} />}
      {total === 0 && <Empty title="Nothing is to be sent.">Choose a later day to see what comes.</Empty>}
      {ready.length > 0 && (
        <section className="panel print-page">
          <header>
            <h2>Pick list</h2>
            <div className="aside">{day(shop.now().toISOString())}</div>
          </header>
          <table>
            <tbody>
              {picked(ready).map(({ sku, name, quantity }) => (
                <tr key={sku}>
                  <td>{sku}</td>
                  <td>{name}</td>
                  <td className="end">
                    <strong>{quantity}</strong>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <ul className="parcels">
        {parcels.map((parcel) => (
          <ParcelCard
            key={parcel.id}
            parcel={parcel}
            isReady={ready.includes(parcel)}
            onChoose={(isChosen) =>
              setLeft((all) => (isChosen ? new Set([...all].filter((id) => id !== parcel.id)) : new Set([...all, parcel.id])))
            }
          />
        ))}
      </ul>
      {(total ?? 0) > batchSize && <p className="quiet no-print">The next parcels are shown when these are sent.</p>}
      {act && <ActDialog act={act} onClose={() => setAct(undefined)} />}
    </main>
  )
}

/** Whether a part of a parcel is on hold, so that it cannot be sent. */
const isHeld = ({ fulfillments }: Parcel): boolean => fulfillments.some(({ onHold }) => onHold)

type ParcelProps = { parcel: Parcel; isReady: boolean; onChoose: (isChosen: boolean) => void }

/** A parcel: on paper, its packing slip. */
function ParcelCard({ parcel, isReady, onChoose }: ParcelProps) {
  const { id, customer, shipAddress, fulfillments, adjustedOrderedAt } = parcel
  return (
    <li className={isReady ? 'parcel print-page' : 'parcel no-print'}>
      <header>
        <label>
          <input
            type="checkbox"
            checked={isReady}
            disabled={isHeld(parcel)}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <strong>Parcel {id}</strong>
        </label>
        {isHeld(parcel) && <Badge state="on_hold" label="On hold" />}
        <span className="quiet">due {day(adjustedOrderedAt)}</span>
      </header>
      <div className="parcel-body">
        <div>
          <AddressLines of={shipAddress} />
          <p className="no-print">
            <Visit to="customers" id={customer.id}>
              {customer.name}
            </Visit>
          </p>
        </div>
        <ul className="rows">
          {fulfillments.map((box) => (
            <li key={box.id}>
              <span>
                {box.quantity} × {box.instance.product.name}
                <span className="second">
                  {box.instance.sku} · box {box.cycleNumber} of {box.totalCycles} ·{' '}
                  <Visit to="orders" id={box.orderId}>
                    order {box.orderId}
                  </Visit>
                </span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
