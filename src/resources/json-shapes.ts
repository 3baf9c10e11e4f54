/** The schemas of columns of JSON, for the OpenAPI document: what the product writes into them, or the kind of value that they hold. */
import type { JsonSchema, Shapes } from '../rest/openapi/components.ts'

const object: JsonSchema = { type: 'object', additionalProperties: true }
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const any: JsonSchema = { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] }

const rate = (...more: string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries([['name', { type: 'string' }], ...['rate', ...more].map((name) => [name, { type: 'number' }])]),
  additionalProperties: true,
})

const words: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(['language', 'subject', 'heading', 'text'].map((name) => [name, { type: 'string' }])),
  required: ['language'],
}

const changes: JsonSchema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: { from: any, to: any, cut: { type: 'string' } },
    required: ['from', 'to'],
  },
}

/** By `Type.field`; all other columns of JSON may hold any value. */
export const jsonShapes: Shapes = {
  'MailSetting.words': listOf(words),
  'Metadata.data': object,
  'OrderProduct.taxLines': listOf(rate('amount', 'base')),
  'Cart.taxRates': listOf(rate()),
  'Product.meta': object,
  'Product.rulesets': listOf(any),
  'Product.ruletypes': listOf(any),
  'Product.taxonomy': listOf(any),
  'Event.changes': changes,
  'LogEntry.changes': changes,
}
