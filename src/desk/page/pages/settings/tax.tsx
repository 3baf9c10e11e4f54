/** Tax rates by country and region. */
import { ArchiveTaxRateDocument, CreateTaxRateDocument, TaxRatesDocument } from '../../documents/settings.ts'
import { beginOf, day, plural } from '../../format.ts'
import { type Act, ActButtons } from '../../parts/act.tsx'
import { readDecimal } from '../../parts/entered.ts'
import { Empty, Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useRead } from '../../use-read.ts'

/** Rates are kept in thousandths of a percent. */
const thousandths = 1_000

const create: Act = {
  label: 'New rate',
  title: 'New tax rate',
  document: CreateTaxRateDocument,
  fields: [
    { name: 'name', label: 'Name', kind: 'text', hint: 'As it stands on invoices, such as VAT.' },
    { name: 'country', label: 'Country', kind: 'text', hint: 'Two letters, such as DE.' },
    { name: 'region', label: 'Region', kind: 'text', isOptional: true },
    { name: 'percent', label: 'Percent', kind: 'text', hint: 'Such as 19 or 8.875.', paths: ['rate'] },
    { name: 'taxClass', label: 'Tax class of products', kind: 'text', isOptional: true },
    { name: 'taxesShipping', label: 'Shipping is taxed too', kind: 'check' },
    { name: 'validFrom', label: 'From', kind: 'day', isOptional: true },
  ],
  values: { taxesShipping: 'yes' },
  input({ percent = '', country = '', taxesShipping, validFrom, ...values }) {
    const percentage = 'A percentage with three decimals at most, such as 19 or 8.875.'
    const rate = Math.round(readDecimal(percent.replace('%', ''), 'percent', percentage, 3) * thousandths)
    return {
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
      country: country.trim().toUpperCase(),
      rate,
      taxesShipping: taxesShipping === 'yes',
      ...(validFrom && { validFrom: beginOf(validFrom) }),
    }
  },
  done: 'Orders from then on pay it.',
}

const end = (id: string, name: string): Act => ({
  label: 'End',
  title: `End ${name}`,
  document: ArchiveTaxRateDocument,
  input: () => ({ id }),
  preview: () => 'New orders and renewals pay it no more; orders that have it keep it.',
  done: 'The rate has ended.',
  isHarmful: true,
})

export function TaxSettings() {
  const { data, error, again } = useRead(TaxRatesDocument, {})
  const rates = data?.taxRates
  if (!rates) return error ? <Failure error={error} again={again} /> : <Waiting lines={6} />
  const live = rates.nodes.filter(({ archivedAt }) => !archivedAt)
  return (
    <Panel title={plural(live.length, 'tax rate')} isFlush aside={<ActButtons acts={[create]} />}>
      {rates.totalCount === 0 ? (
        <Empty title="No tax is charged.">
          Add a rate, or load the standard rates of countries with <code>tandem tax load --country DE,FR</code>.
        </Empty>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Where</th>
              <th>Name</th>
              <th className="end">Rate</th>
              <th className="wide">Shipping</th>
              <th className="wide">From</th>
              <th>
                <span className="hidden">What can be done</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rates.nodes.map((rate) => (
              <tr key={rate.id}>
                <td>
                  {rate.country} {rate.region}
                  {rate.taxClass && <span className="second">{rate.taxClass}</span>}
                </td>
                <td>{rate.name}</td>
                <td className="end">{rate.rate / thousandths}%</td>
                <td className="wide">{rate.taxesShipping ? 'taxed' : 'not taxed'}</td>
                <td className="wide">{Date.parse(rate.validFrom) > 0 ? day(rate.validFrom) : 'always'}</td>
                <td className="end">{rate.archivedAt ? 'ended' : <ActButtons acts={[end(rate.id, rate.name)]} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
