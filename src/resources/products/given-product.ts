/** Facts of a product as it is given: the scopes that its parts take, and its slug. Pure. */
import type { ScopedResource } from '../../auth/scopes.ts'
import type { GivenPart } from '../../records/part-kinds.ts'
import { cutText } from '../../values/text.ts'
import { maxSlugLength } from './writable.ts'

type Instances = readonly GivenPart[] | null | undefined

export const setsStock = (given: GivenPart): boolean =>
  (given.instances as Instances)?.some(({ stock }) => stock != null) ?? false

/** The scopes that a key needs for parts that have one of their own. */
export const scopesOfParts = (given: GivenPart): ScopedResource[] => [
  ...(setsStock(given) ? (['inventory'] as const) : []),
  ...(given.surveys == null ? [] : (['product_survey_results'] as const)),
]

export const besides = ' Stock takes the scope `write_inventory` as well, surveys `write_product_survey_results`.'

/** The last part of the address of a product's page, out of its name; of a name without letters and digits it is `product`. */
export const slugOf = (name: string): string =>
  cutText(
    name
      // A name that is too long is refused; no more of it is looked at.
      .slice(0, 1_000)
      .normalize('NFKD')
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .normalize('NFC'),
    maxSlugLength,
  ).replace(/-$/, '') || 'product'
