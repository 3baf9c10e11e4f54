/** The filters of the list of transactions, which the figures lead to: a kind within a part of the calendar. */
import { choices, type FilterSpec, yesOrNo } from './filter-spec.ts'

export const transactionFilters: readonly FilterSpec[] = [
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    options: choices('payment', 'refund', 'dispute'),
    where: (kind) => ({ kind: { eq: kind } }),
  },
  {
    name: 'result',
    label: 'Result',
    kind: 'choice',
    options: choices('captured', 'failed', 'refunded'),
    where: (result) => ({ result: { eq: result } }),
  },
  { name: 'created_at__gte', label: 'From', kind: 'day', where: (from) => ({ createdAt: { ge: from } }) },
  { name: 'created_at__lt', label: 'Before', kind: 'day', where: (to) => ({ createdAt: { lt: to } }) },
  { name: 'reversed_at__gte', label: 'Came back from', kind: 'day', where: (from) => ({ reversedAt: { ge: from } }) },
  { name: 'reversed_at__lt', label: 'Came back before', kind: 'day', where: (to) => ({ reversedAt: { lt: to } }) },
  {
    name: 'is_test',
    label: 'Test',
    kind: 'choice',
    options: yesOrNo,
    where: (value) => ({ isTest: { eq: value === 'true' } }),
  },
]
