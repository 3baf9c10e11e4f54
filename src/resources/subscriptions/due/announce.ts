/** Announces the renewals of subscriptions that are near, by an event of each. */
import type { Context } from '../../../context.ts'
import { planRowsInputs } from '../../../read/plan/row-inputs.ts'
import { modelOf } from '../../../schema/model.ts'
import { fromNothing } from '../../../writes/changes.ts'
import type { Written, WrittenRecord } from '../../../writes/result.ts'
import type { Write } from '../../../writes/write.ts'
import { models } from '../../data-model.ts'
import { operation } from '../../describe.ts'
import { forecastInputs } from '../forecast/upcoming.ts'
import { isToAnnounce, type NoticeFacts, noticeOf } from './notice-rules.ts'

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
        paymentMethods: { ...card, only: { archivedAt: null } },
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
      const rows = locked.filter((row) => isToAnnounce(row, write.now, days))
      if (rows.length === 0) return { isNothing: true }
      await write.changeAll(new Map(rows.map((row) => [row, { renewalNoticedFor: row.endDate }])))
      if (isGivenUp) return { isNothing: true }
      const facts = await readFacts(
        write,
        rows.map(({ id }) => id),
      )
      const many = rows.map(({ id, customerId }, index): WrittenRecord => {
        const { sums, content } = noticeOf(facts.get(String(id)) as NoticeFacts, write.now, write.viewer.currency)
        const about = { id, subscriptionId: id, customerId, changes: fromNothing(sums) }
        return { ...about, index, emits: [{ ...about, type: 'subscription.renewal_upcoming', content }] }
      })
      return { many }
    },
  },
)
