/** The filters of the list of products. */
import { type FilterSpec, having } from './filter-spec.ts'

export const productFilters: readonly FilterSpec[] = [
  {
    name: 'visible',
    label: 'Sold',
    kind: 'choice',
    options: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
    where: (value) => ({ visible: { eq: value === 'true' } }),
  },
  { name: 'name__ilike', label: 'Name has', kind: 'part', where: (text) => ({ name: { ilike: having(text) } }) },
]
