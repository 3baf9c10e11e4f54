/** The schemas that a document defines once and refers to by name. */
export type JsonSchema = { [keyword: string]: unknown }

export type ObjectSchema = { properties?: Record<string, JsonSchema>; required?: string[]; description?: string }

export type Shapes = Readonly<Record<string, JsonSchema>>

const at = '#/components/schemas/'

/** Refers to a schema by its name. */
export const schemaReference = (name: string): JsonSchema => ({ $ref: `${at}${name}` })

export class Components {
  readonly schemas: Record<string, JsonSchema> = {}
  private readonly signs = new Map<string, string>()
  /** The schemas of fields whose values GraphQL takes for any JSON, by `Type.field`. */
  readonly shapes: Shapes

  constructor(shapes: Shapes = {}) {
    this.shapes = shapes
  }

  /**
   * Refers to a schema by its name, and defines it with the first reference.
   *
   * @param sign distinguishes schemas that could have one name.
   * @throws Error when two different schemas have one name.
   */
  refer(name: string, make: () => JsonSchema, sign = name): JsonSchema {
    const known = this.signs.get(name)
    if (known === undefined) {
      this.signs.set(name, sign)
      this.schemas[name] = make()
    } else if (known !== sign) throw new Error(`Two schemas are called ${name}`)
    return schemaReference(name)
  }

  /** Gives the schema behind a reference an example, unless it has one. */
  withExample(reference: JsonSchema, example: unknown): JsonSchema {
    const schema: JsonSchema = this.resolve(reference)
    if (example !== undefined && schema.examples === undefined) schema.examples = [example]
    return reference
  }

  /** The schema that a reference of this document leads to. */
  resolve(reference: JsonSchema): ObjectSchema {
    return (this.schemas[String(reference.$ref).slice(at.length)] ?? reference) as ObjectSchema
  }
}

/** A schema that null fits too. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { $ref, type, ...others } = schema
  if ($ref !== undefined) return { ...others, oneOf: [{ $ref }, { type: 'null' }] }
  return { type: [...new Set([type, 'null'].flat())], ...others }
}

/** An object with the given properties, of which some are always there. */
export const objectSchema = (
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  description?: string,
): JsonSchema => ({
  type: 'object',
  ...(description && { description }),
  properties,
  ...(required.length > 0 && { required }),
})
