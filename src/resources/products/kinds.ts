/** The kinds of parts that a product has, each with its fields and with what it is matched by. */
import type { ModelName } from '../../db/shape.ts'
import { normalized } from '../../values/text-form.ts'
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

type Form = (text: string) => string

/** The key of a text in the spelling that is stored, or in another form. */
const by =
  (name: string, form: Form = (text) => text): MatchKey =>
  (part) =>
    typeof part[name] === 'string' && part[name] !== '' ? form(part[name]) : undefined

const inBothForms = (key: (form?: Form) => MatchKey): MatchKey[] => [key(), key(normalized)]

const named = (name: string) => ({ names: [name] as const, keys: inBothForms((form) => by(name, form)) })
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
    ...inBothForms((form) => (term, isHeld) => {
      const name = by('name', form)(term, isHeld)
      return name === undefined || term.numCycles == null ? undefined : `${term.numCycles} ${name}`
    }),
    // A name alone finds a term of any length.
    ...inBothForms((form) => (term, isHeld) => (isHeld || term.numCycles == null ? by('name', form)(term, isHeld) : undefined)),
  ],
  chosenBy: 'numCycles',
  ...archived,
  // Subscriptions keep the length of their term.
  replaces: ({ isUsed }, { numCycles }) => numCycles !== undefined && isUsed === true,
}

/** The values of an instance, in the same order for the same ones. */
const valuesKey =
  (form: Form = (text) => text): MatchKey =>
  ({ variants }: GivenPart) => {
    if (!Array.isArray(variants) || variants.length === 0) return undefined
    if (variants.some((each) => each.productVariantValueId !== undefined && !each.variantValue)) return undefined
    const pairs = variants.map((each) => [each.name ?? each.variantType?.name, each.value ?? each.variantValue?.value])
    return form(JSON.stringify(pairs.sort(([one], [other]) => (one < other ? -1 : 1))))
  }

export const instanceKind: Kind = {
  ...{ model: 'ProductInstance', parent: 'productId', fields: instanceFields },
  names: ['sku'],
  keys: [by('externalId'), ...inBothForms((form) => by('sku', form)), ...inBothForms(valuesKey)],
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
