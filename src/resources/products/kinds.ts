/** The kinds of parts that a product has, each with its fields and with what it is matched by. */
import type { ModelName } from '../../db/shape.ts'
import type { GivenPart, Kind, MatchKey, PartKinds } from '../../records/part-kinds.ts'
import { normalized } from '../../values/text-form.ts'
import type { WritableTable } from '../../values/writable.ts'
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
import { planTermPrices } from './term-prices.ts'

type Form = (text: string) => string

/** The key of a text in the spelling that is stored, or in another form. */
const by =
  (name: string, form: Form = (text) => text): MatchKey =>
  (part) =>
    typeof part[name] === 'string' && part[name] !== '' ? form(part[name]) : undefined

const inBothForms = (key: (form?: Form) => MatchKey): MatchKey[] => [key(), key(normalized)]

/** A kind that is called by one field, and matched by it. */
const kind = (model: ModelName, parent: string, fields: WritableTable, name: string, others: Partial<Kind> = {}): Kind => ({
  ...{ model, parent, fields, names: [name], keys: inBothForms((form) => by(name, form)) },
  ...others,
})
const archived = { archivedBy: 'archivedAt' } as const

export const imageKind = kind('ProductImage', 'productId', imageFields, 'url')

/** The pictures of a part. @param parent the column that names it. */
const imagesOf = (parent: string): PartKinds => ({ images: { ...imageKind, parent } })

export const valueKind = kind('ProductVariantValue', 'productVariantTypeId', variantValueFields, 'value', {
  ...archived,
  lists: imagesOf('productVariantValueId'),
})

export const variantKind = kind('ProductVariantType', 'productId', variantFields, 'name', {
  ...archived,
  lists: { values: valueKind },
})

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
  beside: planTermPrices,
}

export const typeKind = kind('SubscriptionType', 'productId', typeFields, 'name', { ...archived, lists: { terms: termKind } })

/** The values of an instance, in the same order for the same ones. */
const valuesKey =
  (form: Form = (text) => text): MatchKey =>
  ({ variants }: GivenPart) => {
    if (!Array.isArray(variants) || variants.length === 0) return undefined
    if (variants.some((each) => each.productVariantValueId !== undefined && !each.variantValue)) return undefined
    const pairs = variants.map((each) => [each.name ?? each.variantType?.name, each.value ?? each.variantValue?.value])
    return form(JSON.stringify(pairs.sort(([one], [other]) => (one < other ? -1 : 1))))
  }

export const instanceKind = kind('ProductInstance', 'productId', instanceFields, 'sku', {
  keys: [by('externalId'), ...inBothForms((form) => by('sku', form)), ...inBothForms(valuesKey)],
  archivedBy: 'deleted',
  lists: imagesOf('productInstanceId'),
})

export const surveyFieldKind = kind('ProductSurveyField', 'surveyId', questionFields, 'name', archived)

export const surveyKind = kind('ProductSurvey', 'productId', surveyFields, 'name', {
  ...archived,
  lists: { fields: surveyFieldKind },
})

/** The lists of a product, but for its instances, which choose of these. */
export const productLists: PartKinds = {
  variants: variantKind,
  subscriptionTypes: typeKind,
  images: imageKind,
  surveys: surveyKind,
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
