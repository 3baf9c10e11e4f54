/** Shipping zones with their bands. */
import {
  ArchiveZoneDocument,
  CreateBandDocument,
  CreateZoneDocument,
  DeleteBandDocument,
  ZonesDocument,
} from '../../documents/settings.ts'
import { money, plural, readMoney } from '../../format.ts'
import { type Act, ActButtons } from '../../parts/act.tsx'
import { readDecimal } from '../../parts/entered.ts'
import { FieldFault } from '../../parts/field-fault.ts'
import { Empty, Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'

function amount(text: string | undefined, field: string): number {
  const read = readMoney(text ?? '')
  if (read === undefined) throw new FieldFault(field, `An amount, such as ${money(590)}.`)
  return read
}

/** Counts the live subscriptions that would match no zone. */
const unmatched = ({ shippingZone }: { shippingZone: { unmatchedSubscriptions: number } }): string =>
  shippingZone.unmatchedSubscriptions > 0
    ? `${plural(shippingZone.unmatchedSubscriptions, 'live subscription')} would be in no zone, and not renew.`
    : 'No live subscription would be without a zone.'

const createZone: Act = {
  label: 'New zone',
  title: 'New shipping zone',
  document: CreateZoneDocument,
  fields: [
    { name: 'name', label: 'Name', kind: 'text' },
    {
      name: 'country',
      label: 'Country',
      kind: 'text',
      hint: 'Two letters; nothing for the rest of the world.',
      isOptional: true,
    },
    { name: 'region', label: 'Region', kind: 'text', isOptional: true },
    { name: 'postcode', label: 'Postcodes that begin with', kind: 'text', isOptional: true },
    {
      name: 'basis',
      label: 'Priced by',
      kind: 'choice',
      options: [
        { value: 'price', label: 'the price of what is in it' },
        { value: 'weight', label: 'its weight' },
      ],
    },
    { name: 'freeFrom', label: 'Free from', kind: 'amount', isOptional: true },
  ],
  values: { basis: 'price' },
  input: ({ freeFrom, country, ...values }) => ({
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
    ...(country && { country: country.trim().toUpperCase() }),
    ...(freeFrom && { freeFrom: amount(freeFrom, 'freeFrom') }),
  }),
  preview: unmatched,
  done: 'The zone is made; give it prices.',
}

const endZone = (id: string, name: string): Act => ({
  label: 'End',
  title: `End ${name}`,
  document: ArchiveZoneDocument,
  input: () => ({ id }),
  preview: unmatched,
  done: 'The zone has ended.',
  isHarmful: true,
})

const removeBand = (id: string): Act => ({
  label: 'Remove',
  title: 'Remove the price',
  document: DeleteBandDocument,
  input: () => ({ id }),
  preview: () => 'Parcels that no other price of the zone fits have none.',
  done: 'The price is removed.',
  isHarmful: true,
})

const createBand = (zoneId: string, basis: string): Act => ({
  label: 'Add a price',
  title: 'Add a price',
  document: CreateBandDocument,
  fields: [
    {
      name: 'atLeast',
      label: basis === 'weight' ? 'From a weight of' : 'From a price of',
      kind: basis === 'weight' ? 'text' : 'amount',
    },
    { name: 'below', label: 'Below', kind: basis === 'weight' ? 'text' : 'amount', isOptional: true },
    { name: 'price', label: 'Shipping costs', kind: 'amount' },
  ],
  values: { atLeast: '0' },
  input({ atLeast = '', below = '', price }) {
    const read = (text: string, field: string) =>
      basis === 'weight' ? readDecimal(text, field, 'A weight, such as 2.5.') : amount(text, field)
    return {
      zoneId,
      atLeast: read(atLeast, 'atLeast'),
      ...(below && { below: read(below, 'below') }),
      price: amount(price, 'price'),
    }
  },
  done: 'The price is added.',
})

export function ShippingSettings() {
  const { data, error, again } = useRead(ZonesDocument, {})
  const zones = data?.shippingZones
  if (!zones) return error ? <Failure error={error} again={again} /> : <Waiting lines={6} />
  return (
    <>
      <Panel title={plural(zones.totalCount, 'zone')} aside={<ActButtons acts={[createZone]} />}>
        {zones.totalCount === 0 && (
          <Empty title="Shipping costs what each product says.">
            Zones price the parcels of products whose shipping is as the zones say: by where they go, and what is in them.
          </Empty>
        )}
      </Panel>
      {zones.nodes.map((zone) => (
        <Panel
          key={zone.id}
          title={zone.name}
          isFlush
          aside={
            zone.archivedAt ? 'archived' : <ActButtons acts={[createBand(zone.id, zone.basis), endZone(zone.id, zone.name)]} />
          }
        >
          <p className="quiet inset">
            {[zone.country ?? 'The rest of the world', zone.region, zone.postcode && `postcodes ${zone.postcode}…`]
              .filter(Boolean)
              .join(', ')}
            , by {zone.basis}
            {zone.freeFrom !== null && `, free from ${money(zone.freeFrom)}`}
          </p>
          <table>
            <tbody>
              {zone.bands.map((band) => (
                <tr key={band.id}>
                  <td>
                    from {zone.basis === 'weight' ? band.atLeast : money(band.atLeast)}
                    {band.below !== null && ` to below ${zone.basis === 'weight' ? band.below : money(band.below)}`}
                  </td>
                  <td className="end">{money(band.price)}</td>
                  <td className="end">{!zone.archivedAt && <ActButtons acts={[removeBand(band.id)]} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      ))}
    </>
  )
}
