/** The filters of the list of movements, which the figures lead to: a kind within a part of the calendar. */
import { choices, type FilterSpec, yes } from './filter-spec.ts'

export const movementFilters: readonly FilterSpec[] = [
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    options: choices('new', 'reactivation', 'expansion', 'contraction', 'churn', 'paused', 'resumed', 'gift_ended'),
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
  { name: 'at__gte', label: 'From', kind: 'day', where: (from) => ({ at: { ge: from } }) },
  { name: 'at__lt', label: 'Before', kind: 'day', where: (to) => ({ at: { lt: to } }) },
]
