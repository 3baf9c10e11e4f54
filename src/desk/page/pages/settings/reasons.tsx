/** Reasons for cancelling, the offer that each makes once, and how often offers keep a customer. */

import type { ResultOf } from 'gql.tada'
import {
  ArchiveReasonDocument,
  CreateReasonDocument,
  ReasonsDocument,
  UpdateReasonDocument,
} from '../../documents/cancellation-reasons.ts'
import { number, plural } from '../../format.ts'
import { type Act, ActButtons } from '../../parts/act.tsx'
import type { FieldSpec } from '../../parts/field.tsx'
import { Empty, Failure, Waiting } from '../../parts/message.tsx'
import { Panel } from '../../parts/panel.tsx'
import type { FormValues } from '../../parts/run-act.ts'
import { touched } from '../../parts/touched.ts'
import { useRead } from '../../use-read.ts'
import { checkedReason, reasonInput } from './reason-input.ts'

type Answer = ResultOf<typeof ReasonsDocument>
type Reason = NonNullable<Answer['cancellationReasons']>['nodes'][number]
type Coupon = NonNullable<Answer['coupons']>['nodes'][number]

const offers: Record<string, string> = {
  skip: 'Skip the next renewal',
  pause: 'Pause',
  percent: 'A discount',
  change: 'Another product or term',
}

const fieldsOf = (coupons: readonly Coupon[]): FieldSpec[] => [
  { name: 'code', label: 'Number', kind: 'whole', hint: 'The cancel reason of the subscription then.' },
  { name: 'words', label: 'Words', kind: 'text', hint: 'As customers read them.' },
  { name: 'position', label: 'Place in the list', kind: 'whole', isOptional: true },
  {
    name: 'offer',
    label: 'Offer',
    kind: 'choice',
    options: [{ value: '', label: 'None' }, ...Object.entries(offers).map(([value, label]) => ({ value, label }))],
  },
  {
    name: 'couponId',
    label: 'Coupon of the discount',
    kind: 'choice',
    options: [{ value: '', label: 'None' }, ...coupons.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))],
  },
]

const create = (coupons: readonly Coupon[]): Act => ({
  label: 'New reason',
  title: 'New reason',
  document: CreateReasonDocument,
  fields: fieldsOf(coupons),
  input: checkedReason,
  done: 'Customers can choose it from now on.',
})

function edit({ id, code, words, position, offer, couponId }: Reason, coupons: readonly Coupon[]): Act {
  const opened: FormValues = {
    code: String(code),
    words,
    position: String(position),
    offer: offer ?? '',
    couponId: couponId ?? '',
  }
  return {
    label: 'Edit',
    title: words,
    document: UpdateReasonDocument,
    fields: fieldsOf(coupons),
    values: opened,
    input: (values) => ({ id, ...touched(checkedReason(values), reasonInput(opened)) }),
    done: 'The reason is saved.',
  }
}

const archive = ({ id, words }: Reason): Act => ({
  label: 'Remove',
  title: `Remove “${words}”`,
  document: ArchiveReasonDocument,
  input: () => ({ id }),
  preview: () => 'Customers choose it no more; subscriptions that were cancelled for it keep its number.',
  done: 'The reason is removed.',
  isHarmful: true,
})

/** The offers of a reason that were shown, and those of them that were accepted. */
function outcomesOf(data: Answer, code: number): { shown: number; accepted: number } {
  const groups = data.cancelOffersAggregate?.groups.nodes.filter(({ key }) => key[0]?.value === String(code)) ?? []
  const sum = (counted: typeof groups) => counted.reduce((all, { count }) => all + count, 0)
  return { shown: sum(groups), accepted: sum(groups.filter(({ key }) => key[1]?.value === 'accepted')) }
}

export function ReasonSettings() {
  const { data, error, again } = useRead(ReasonsDocument, {})
  const reasons = data?.cancellationReasons
  if (!reasons) return error ? <Failure error={error} again={again} /> : <Waiting lines={6} />
  const coupons = data.coupons?.nodes ?? []
  return (
    <Panel title={plural(reasons.totalCount, 'reason')} isFlush aside={<ActButtons acts={[create(coupons)]} />}>
      {reasons.totalCount === 0 ? (
        <Empty title="Customers say no reason when they cancel.">Add the reasons that you can do something about.</Empty>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Reason</th>
              <th>Offer</th>
              <th className="end wide">Offered</th>
              <th className="end wide">Stayed</th>
              <th>
                <span className="hidden">What can be done</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {reasons.nodes.map((reason) => {
              const { shown, accepted } = outcomesOf(data, reason.code)
              return (
                <tr key={reason.id}>
                  <td>
                    {reason.words}
                    <span className="second">{reason.code}</span>
                  </td>
                  <td>{reason.offer ? offers[reason.offer] : 'none'}</td>
                  <td className="end wide">{number(shown)}</td>
                  <td className="end wide">{number(accepted)}</td>
                  <td className="end">
                    <ActButtons acts={[edit(reason, coupons), archive(reason)]} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
