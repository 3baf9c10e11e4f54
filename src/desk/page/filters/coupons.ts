/** The filters of the list of coupons. */
import { type FilterSpec, yesOrNo } from './filter-spec.ts'

export const couponFilters: readonly FilterSpec[] = [
  {
    name: 'enabled',
    label: 'Works',
    kind: 'choice',
    options: yesOrNo,
    where: (value) => ({ enabled: { eq: value === 'true' } }),
  },
  { name: 'code__ilike', label: 'Code has', kind: 'part', where: (text) => ({ code: { ilike: text } }) },
]
