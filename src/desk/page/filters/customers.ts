/** The filters of the list of customers. */
import { choices, type FilterSpec, inCapitals } from './filter-spec.ts'
import { tagFilters } from './tags.ts'

export const customerFilters: readonly FilterSpec[] = [
  {
    name: 'subscription_status',
    label: 'Subscription',
    kind: 'choice',
    options: choices('active', 'past_due', 'suspended', 'cancelled', 'expired', 'none'),
    where: (status) => ({ subscriptionStatus: { eq: status } }),
  },
  { name: 'email__ilike', label: 'E-mail has', kind: 'part', where: (text) => ({ email: { ilike: text } }) },
  { name: 'country', label: 'Country', kind: 'text', spelled: inCapitals, where: (country) => ({ country: { eq: country } }) },
  { name: 'created_at__gte', label: 'Since', kind: 'day', where: (from) => ({ createdAt: { ge: from } }) },
  ...tagFilters,
]
