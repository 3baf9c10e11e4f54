/** The kinds of parts that a product has, each with its fields and with what it is matched by. */
import type { ModelName } from '../../db/shape.ts'
import {
  imageFields,
  instanceFields,
  questionFields,
  surveyFields,
  termFields,
  typeFields,
  variantFields,
  variantValueFields,
} from './part-fields.ts'
import type { GivenPart, Kind, MatchKey } from './set-parts.ts'

const by =
  (name: string): MatchKey =>
  (part) =>
    typeof part[name] === 'string' && part[name] !== '' ? part[name] : undefined

const named = (name: string) => ({ names: [name] as const, keys: [by(name)] })
const archived = { archivedBy: 'archivedAt' } as const

export const variantKind: Kind = {
  model: 'ProductVariantType',
  parent: 'productId',
  fields: variantFields,
  ...named('name'),
  ...archived,
}

export const valueKind: Kind = {
  ...{ model: 'ProductVariantValue', parent: 'productVariantTypeId', fields: variantValueFields },
  ...named('value'),
  ...archived,
}

export const typeKind: Kind = {
  model: 'SubscriptionType',
  parent: 'productId',
  fields: typeFields,
  ...named('name'),
  ...archived,
}

export const termKind: Kind = {
  ...{ model: 'SubscriptionTypeTerm', parent: 'subscriptionTypeId', fields: termFields },
  names: ['name', 'numCycles'],
  keys: [
    ({ name, numCycles }) => (name == null || numCycles == null ? undefined : `${numCycles} ${name}`),
    // A name alone finds a term of any length.
    (term, isHeld) => (isHeld || term.numCycles == null ? by('name')(term, isHeld) : undefined),
  ],
  chosenBy: 'numCycles',
  ...archived,
  // Subscriptions keep the length of their term.
  replaces: ({ isUsed }, { numCycles }) => numCycles !== undefined && isUsed === true,
}

/** The values of an instance, in the same order for the same ones. */
const valuesKey = ({ variants }: GivenPart): string | undefined => {
  if (!Array.isArray(variants) || variants.length === 0) return undefined
  const pairs = variants.map((each) => [each.name ?? each.variantType?.name, each.value ?? each.variantValue?.value])
  return JSON.stringify(pairs.sort(([one], [other]) => (one < other ? -1 : 1)))
}

export const instanceKind: Kind = {
  ...{ model: 'ProductInstance', parent: 'productId', fields: instanceFields },
  names: ['sku'],
  keys: [by('externalId'), by('sku'), valuesKey],
  archivedBy: 'deleted',
}

export const imageKind: Kind = { model: 'ProductImage', parent: 'productId', fields: imageFields, ...named('url') }

export const surveyKind: Kind = {
  model: 'ProductSurvey',
  parent: 'productId',
  fields: surveyFields,
  ...named('name'),
  ...archived,
}

export const surveyFieldKind: Kind = {
  ...{ model: 'ProductSurveyField', parent: 'surveyId', fields: questionFields },
  ...named('name'),
  ...archived,
}

/** The tables of a product's tree with their names in the log, in an order in which each refers only to those before it. */
export const treeTables: ReadonlyMap<ModelName, string> = new Map<ModelName, string>([
  ['ProductBilling', 'billing'],
  ['ProductVariantType', 'variants'],
  ['ProductVariantValue', 'variantValues'],
  ['SubscriptionType', 'subscriptionTypes'],
  ['SubscriptionTypeTerm', 'terms'],
  ['ProductTermPrice', 'termPrices'],
  ['ProductInstance', 'instances'],
  ['ProductInventory', 'inventory'],
  ['ProductInstanceVariant', 'instanceVariants'],
  ['ProductInstanceSubscriptionTypeTermPrice', 'instanceTermPrices'],
  ['ProductImage', 'images'],
  ['ProductSurvey', 'surveys'],
  ['ProductSurveyField', 'surveyFields'],
])
