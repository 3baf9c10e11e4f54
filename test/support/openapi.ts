/** Looks into the OpenAPI document: references, and schemas that say too little. */
import type { ProductDocument } from '../../src/resources/openapi.ts'
import type { JsonSchema } from '../../src/rest/openapi/components.ts'
import type { OpenapiDocument } from '../../src/rest/openapi/document.ts'
import type { OpenapiParameter } from '../../src/rest/openapi/parameter.ts'

/** A parameter, behind its reference if it is one. */
export function parameterOf({ components }: OpenapiDocument, parameter: OpenapiParameter | { $ref: string }): OpenapiParameter {
  if (!('$ref' in parameter)) return parameter
  return components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as OpenapiParameter
}

const typing = ['type', '$ref', 'oneOf', 'anyOf', 'allOf', 'enum', 'const', 'properties']

/** The places of schemas without a type, of lists without items, and of objects that name neither properties nor the type of others. */
export function untypedIn({ components, paths, webhooks }: ProductDocument): string[] {
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((ofPath) => Object.values(ofPath))
  const schemas = [
    ...Object.entries(components.schemas),
    ...operations.flatMap(schemasWithin),
    ...Object.entries(components).flatMap(schemasWithin),
  ]
  return schemas.flatMap(([name, schema]) => untyped(schema, name))
}

/** The schemas inside a value of the document, by the names of what has them. */
function schemasWithin(value: unknown): [string, JsonSchema][] {
  if (typeof value !== 'object' || value === null) return []
  const { schema, name, operationId } = value as { schema?: JsonSchema; name?: string; operationId?: string }
  const own: [string, JsonSchema][] = schema ? [[name ?? 'content', schema]] : []
  const inner = Object.values(value).flatMap(schemasWithin)
  return [...own, ...inner].map(([place, found]) => [operationId ? `${operationId} ${place}` : place, found])
}

type Parts = {
  [Keyword in 'oneOf' | 'anyOf' | 'allOf']?: JsonSchema[]
} & { properties?: Record<string, JsonSchema>; items?: JsonSchema; additionalProperties?: JsonSchema | boolean }

function untyped(schema: JsonSchema, place: string): string[] {
  if (!typing.some((keyword) => keyword in schema)) return [place]
  const types = [schema.type].flat()
  // A value of all types is any JSON.
  const isAny = types.length === 6
  const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [], allOf = [] } = schema as Parts
  const inner: [string, JsonSchema][] = [
    ...Object.entries(properties).map(([name, each]): [string, JsonSchema] => [`${place}.${name}`, each]),
    ...[...oneOf, ...anyOf, ...allOf].map((each): [string, JsonSchema] => [place, each]),
    ...(items ? [[`${place}[]`, items] as [string, JsonSchema]] : []),
    ...(typeof additionalProperties === 'object' ? [[`${place}{}`, additionalProperties] as [string, JsonSchema]] : []),
  ]
  const hasNoItems = types.includes('array') && !items && !isAny
  const hasNoNames = types.includes('object') && !isAny && !('properties' in schema) && additionalProperties === undefined
  return [...(hasNoItems || hasNoNames ? [place] : []), ...inner.flatMap(([name, each]) => untyped(each, name))]
}
