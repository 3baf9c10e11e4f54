/** The filters of the list of customers. */
import { words } from '../format.ts'
import { type FilterSpec, having } from './filter-spec.ts'

export const customerFilters: readonly FilterSpec[] = [
  {
    name: 'subscription_status',
    label: 'Subscription',
    kind: 'choice',
    options: ['active', 'past_due', 'suspended', 'cancelled', 'expired', 'none'].map((value) => ({ value, label: words(value) })),
    where: (status) => ({ subscriptionStatus: { eq: status } }),
  },
  { name: 'email__ilike', label: 'E-mail has', kind: 'part', where: (text) => ({ email: { ilike: having(text) } }) },
  { name: 'country', label: 'Country', kind: 'text', where: (country) => ({ country: { eq: country.toUpperCase() } }) },
  { name: 'created_at__gte', label: 'Since', kind: 'day', where: (from) => ({ createdAt: { ge: `${from}T00:00:00Z` } }) },
]
