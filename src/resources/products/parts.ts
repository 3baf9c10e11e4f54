/** The writes of the parts of products: variants and their values, kinds of subscription and their terms, instances, and surveys. */
import { instanceKind, surveyFieldKind, surveyKind, termKind, typeKind, valueKind, variantKind } from './kinds.ts'
import { pricesOfTerm } from './part-fields.ts'
import { partWrites } from './part-writes.ts'
import { instanceParts } from './set-input.ts'

partWrites({ kind: variantKind, of: 'Product', lists: ['variants'] })

partWrites({ kind: valueKind, of: 'ProductVariantType', lists: ['variants', 'values'] })

partWrites({ kind: typeKind, of: 'Product', lists: ['subscriptionTypes'] })

partWrites({
  kind: termKind,
  of: 'SubscriptionType',
  lists: ['subscriptionTypes', 'terms'],
  beside: pricesOfTerm,
})

partWrites({
  kind: instanceKind,
  of: 'Product',
  lists: ['instances'],
  parts: {
    input: instanceParts,
    scopes: ({ stock }) => (stock == null ? [] : ['inventory']),
    description: ' Stock takes the scope `write_inventory` as well.',
  },
})

partWrites({ kind: surveyKind, of: 'Product', lists: ['surveys'] })

partWrites({ kind: surveyFieldKind, of: 'ProductSurvey', lists: ['surveys', 'fields'] })
