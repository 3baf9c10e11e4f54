/** Announces the renewals of subscriptions that are near, by an event of each. */

import type { Context } from '../../../context.ts'
import { planRowsInputs } from '../../../read/plan/row-inputs.ts'
import { modelOf } from '../../../schema/model.ts'
import { fromNothing } from '../../../writes/changes.ts'
import type { Written, WrittenRecord } from '../../../writes/result.ts'
import type { Write } from '../../../writes/write.ts'
import { ofAnyPurchase } from '../../cards-of-visitors.ts'
import { models } from '../../data-model.ts'
import { operation } from '../../describe.ts'
import { forecastInputs } from '../forecast/upcoming.ts'
import { dueNotice, isLongTerm, type NoticeFacts, noticeOf } from './notice-rules.ts'

const card = { columns: ['id', 'brand', 'last4', 'expMonth', 'expYear', 'isDefault', 'archivedAt'] }

const readRows = planRowsInputs(modelOf(models, 'Subscription'), {
  columns: ['id', ...forecastInputs.columns],
  relations: {
    ...forecastInputs.relations,
    paymentMethod: card,
    address: { columns: ['id', 'archivedAt'] },
    customer: {
      columns: [],
      relations: {
        paymentMethods: { ...card, only: ofAnyPurchase },
        addresses: { columns: ['id'], only: { frozenKey: null, archivedAt: null }, most: 1 },
      },
    },
  },
  computed: forecastInputs.computed,
})

type ReadFacts = NoticeFacts & { id: bigint }

async function readFacts(write: Write, ids: readonly bigint[]): Promise<Map<string, NoticeFacts>> {
  const found = (await readRows(write.tx, write.context, ids)) as ReadFacts[]
  // Of several ways to pay the default one comes first, and else the oldest.
  for (const { customer } of found) customer.paymentMethods.sort((one, other) => Number(other.isDefault) - Number(one.isDefault))
  return new Map(found.map((facts) => [String(facts.id), facts]))
}

type NearBatch = {
  ids: readonly bigint[]
  /** How many days before its date a renewal is announced. */
  days: number
  /** Whether they only count as announced, since that failed. */
  isGivenUp?: boolean
}

/** Announces those of some renewals that still are to be: another worker may have been first. */
export const announceRenewals: (context: Context, asked: NearBatch) => Promise<{ many?: readonly unknown[] }> = operation(
  'announceRenewals',
  {
    emits: ['subscription.renewal_upcoming'],
    shows: { resource: 'Subscription' },
    async write(write, { ids, days, isGivenUp = false }: NearBatch): Promise<Written> {
      const locked = await write.lockAll('Subscription', { id: { in: ids } })
      // Of any term; rows that are not due any more were announced by another worker, or have changed.
      const open = locked.filter((row) => dueNotice(row, write.now, days, true))
      if (open.length === 0) return { isNothing: true }
      if (isGivenUp) {
        await write.changeAll(new Map(open.map((row) => [row, { renewalNoticedFor: row.endDate }])))
        return { isNothing: true }
      }
      const facts = await readFacts(
        write,
        open.map(({ id }) => id),
      )
      const factsOf = ({ id }: { id: bigint }) => facts.get(String(id)) as NoticeFacts
      const due = open.flatMap((row) => {
        const notice = dueNotice(row, write.now, days, isLongTerm(factsOf(row)))
        return notice ? [{ row, ...notice }] : []
      })
      if (due.length === 0) return { isNothing: true }
      await write.changeAll(new Map(due.map(({ row, noticedFor }) => [row, { renewalNoticedFor: noticedFor }])))
      const given = due.filter(({ isGiven }) => isGiven).map(({ row }) => row)
      if (given.length === 0) return { isNothing: true }
      const many = given.map((row, index): WrittenRecord => {
        const { id, customerId } = row
        const { sums, content } = noticeOf(factsOf(row), write.now, write.viewer.currency)
        const about = { id, subscriptionId: id, customerId, changes: fromNothing(sums) }
        return { ...about, index, emits: [{ ...about, type: 'subscription.renewal_upcoming', content }] }
      })
      return { many }
    },
  },
)
