/** A parameter of an OpenAPI document. */
import type { JsonSchema } from './components.ts'

export type OpenapiParameter = {
  name: string
  in: 'path' | 'query' | 'header'
  description: string
  required?: boolean
  schema: JsonSchema
  style?: string
  explode?: boolean
  example?: unknown
}

/** A list of values, repeated as `name=a&name=b`, which is what OpenAPI assumes and generated clients send. */
export const listOf = (items: JsonSchema) => ({ schema: { type: 'array', items } })
