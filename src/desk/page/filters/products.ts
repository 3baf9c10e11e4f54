/** The filters of the list of products. */
import { type FilterSpec, idFilter, yes, yesOrNo } from './filter-spec.ts'
import { tagFilters } from './tags.ts'

export const productFilters: readonly FilterSpec[] = [
  {
    name: 'visible',
    label: 'Sold',
    kind: 'choice',
    options: yesOrNo,
    where: (value) => ({ visible: { eq: value === 'true' } }),
  },
  {
    name: 'inventory.is_low',
    label: 'Low in stock',
    kind: 'choice',
    options: yes,
    where: (value) => ({ inventory: { isLow: { eq: value === 'true' } } }),
  },
  { name: 'name__ilike', label: 'Name has', kind: 'part', where: (text) => ({ name: { ilike: text } }) },
  ...tagFilters,
  idFilter,
]
