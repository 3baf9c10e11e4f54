/** The inputs of a product with its parts: each part nested in what it belongs to. */

import type { Kind } from '../../records/part-kinds.ts'
import type { InputBuilder } from '../../schema/builder.ts'
import { inputFields } from '../../schema/inputs.ts'
import { inWords } from '../../schema/wording.ts'
import type { WritableTable } from '../../values/writable.ts'
import { builder } from '../describe.ts'
import { imageKind, instanceKind, surveyFieldKind, surveyKind, termKind, typeKind, valueKind, variantKind } from './kinds.ts'
import { billingFields, instancePriceFields, pricesOfTerm, stockFields } from './part-fields.ts'

type Ref = ReturnType<typeof builder.inputRef>
type PartLists = Readonly<Record<string, { of: Ref; description: string }>>

/** The input of a kind of part: its id where there is one already, its fields, and the lists of what belongs to it. */
function partInput(
  { model, fields, archivedBy }: Kind,
  lists: PartLists = {},
  others: (t: InputBuilder<unknown>) => object = () => ({}),
): Ref {
  const called = inWords(model)
  return builder.inputType(`${model}PartInput`, {
    description: `A ${called} of a product. What is left out stays as it is, or has its first value where the ${called} is new.`,
    fields: (t) => ({
      id: t.id({ description: `The ${called}, where it is not found by what it is called.` }),
      ...inputFields(t, fields),
      ...(archivedBy && {
        deleted: t.boolean({
          description: 'True of one that is archived and stays so; without it the one that is named is live.',
        }),
      }),
      ...listFields(t as never, lists),
      ...others(t as never),
    }),
  }) as unknown as Ref
}

const listFields = (t: { field(options: object): never }, lists: PartLists) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, { of, description }]) => [
      name,
      t.field({ type: [of], description: `${description} The whole list: those that are left out go. Without it all stay.` }),
    ]),
  )

const tableInput = (name: string, description: string, table: WritableTable): Ref =>
  builder.inputType(name, { description, fields: (t) => inputFields(t, table) }) as unknown as Ref

const image = partInput(imageKind)
const images = { images: { of: image, description: 'Its pictures, matched by `url`.' } }

const value = partInput(valueKind, images)
const variant = partInput(variantKind, { values: { of: value, description: 'The values it can take, matched by `value`.' } })

const term = partInput(termKind, {}, (t) => inputFields(t, pricesOfTerm))
const type = partInput(typeKind, { terms: { of: term, description: 'Its terms, matched by `name` and `numCycles`.' } })

const chosenValue = builder.inputType('SetProductInstanceVariantInput', {
  description: 'The value that an instance has of a variant of its product: by the names of both, or by its id.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the variant, together with `value`.' }),
    value: t.string({ description: 'The value, together with `name`.' }),
    productVariantValueId: t.id({ description: 'The value by its id, in place of both.' }),
  }),
}) as unknown as Ref

const instancePrice = builder.inputType('SetProductInstanceTermPriceInput', {
  description: 'The price that an instance has for a term of its product: the term by its id, or by its name.',
  fields: (t) => ({
    termId: t.id({ description: 'The term.' }),
    name: t.string({ description: 'Name of the term.' }),
    numCycles: t.int({ description: 'How many cycles the term covers, where several have the name.' }),
    ...inputFields(t, instancePriceFields),
  }),
}) as unknown as Ref

const stock = tableInput('SetProductStockInput', 'The stock of an instance; without it a new one is not tracked.', stockFields)

const instanceLists = {
  variants: { of: chosenValue, description: 'The value it has of each variant.' },
  termPrices: { of: instancePrice, description: 'Prices for terms, which come before those of the product.' },
  ...images,
}
const stockField = (t: object) => ({
  stock: (t as { field(options: object): never }).field({ type: stock, description: 'Its stock record.' }),
})

const instance = partInput(instanceKind, instanceLists, stockField)

/** The input fields of the parts of an instance. */
export const instanceParts = (t: object) => ({ ...listFields(t as never, instanceLists), ...stockField(t) })

const surveyField = partInput(surveyFieldKind)
const survey = partInput(surveyKind, { fields: { of: surveyField, description: 'Its questions, matched by `name`.' } })

const billing = tableInput('SetProductBillingInput', 'The rhythm a product is billed in.', billingFields)

/** The input fields of the parts of a product. */
export const partInputs = (t: object) => ({
  billing: (t as { field(options: object): never }).field({
    type: billing,
    description: 'The rhythm it is billed in; every month unless given. Those who subscribe already keep theirs.',
  }),
  ...listFields(t as never, {
    variants: { of: variant, description: 'The ways in which its instances differ, matched by `name`.' },
    subscriptionTypes: { of: type, description: 'The kinds of subscription it is sold by, matched by `name`.' },
    instances: { of: instance, description: 'The instances it is sold in, matched by `sku`, else by their values.' },
    giftinstances: {
      of: instance,
      description: 'The instances that are given as gifts, apart from `instances`, which then has the others alone.',
    },
    images: { of: image, description: 'Its pictures, matched by `url`.' },
    surveys: { of: survey, description: 'Its surveys, matched by `name`.' },
  }),
})
