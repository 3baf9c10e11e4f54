/** The filters of the list of movements, which the figures lead to: a kind within a part of the calendar. */
import { words } from '../format.ts'
import type { FilterSpec } from './filter-spec.ts'

/** A day, or a time of its own as figures have them, as a filter takes it. */
const timeOf = (text: string): string => (text.includes('T') ? text : `${text}T00:00:00Z`)

const yes = [{ value: 'true', label: 'Yes' }]

export const movementFilters: readonly FilterSpec[] = [
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    options: ['new', 'reactivation', 'expansion', 'contraction', 'churn', 'paused', 'resumed', 'gift_ended'].map((value) => ({
      value,
      label: words(value),
    })),
    where: (kind) => ({ kind: { eq: kind } }),
  },
  {
    name: 'kind__in',
    label: 'Kinds',
    kind: 'choice',
    options: [{ value: 'new,reactivation', label: 'New or back' }],
    where: (kinds) => ({ kind: { in: kinds.split(',') } }),
  },
  {
    name: 'is_first',
    label: 'Of each customer the first',
    kind: 'choice',
    options: yes,
    where: (value) => ({ isFirst: { eq: value === 'true' } }),
  },
  {
    name: 'counted_before__gt',
    label: 'Had subscriptions',
    kind: 'choice',
    options: [{ value: '0', label: 'Yes' }],
    where: (value) => ({ countedBefore: { gt: Number(value) } }),
  },
  {
    name: 'counted_before',
    label: 'Had no subscription',
    kind: 'choice',
    options: [{ value: '0', label: 'Yes' }],
    where: (value) => ({ countedBefore: { eq: Number(value) } }),
  },
  {
    name: 'counted_after__gt',
    label: 'Has subscriptions',
    kind: 'choice',
    options: [{ value: '0', label: 'Yes' }],
    where: (value) => ({ countedAfter: { gt: Number(value) } }),
  },
  {
    name: 'counted_after',
    label: 'Has no subscription',
    kind: 'choice',
    options: [{ value: '0', label: 'Yes' }],
    where: (value) => ({ countedAfter: { eq: Number(value) } }),
  },
  { name: 'at__gte', label: 'From', kind: 'day', where: (from) => ({ at: { ge: timeOf(from) } }) },
  { name: 'at__lt', label: 'Before', kind: 'day', where: (to) => ({ at: { lt: timeOf(to) } }) },
]
