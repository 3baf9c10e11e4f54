/** Holds every REST answer that a test sees to the OpenAPI document: its status must be declared, and its body fit, without a name more. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openapiDocument } from '../../src/resources/openapi.ts'
import { restTable } from '../../src/resources/routes.ts'
import type { JsonSchema } from '../../src/rest/openapi/components.ts'
import type { OpenapiDocument, OpenapiOperation } from '../../src/rest/openapi/document.ts'
import { defaultStatuses } from '../../src/rest/openapi/responses.ts'

type Answer = Pick<Response, 'status' | 'headers'> & { text: string }

type Checks = {
  operations: ReadonlyMap<string, OpenapiOperation>
  /** Finds the check of the bodies of a response. */
  validator(response: object, isDryRun: boolean): ValidateFunction
}

let checks: Promise<Checks> | undefined

/**
 * Checks an answer.
 *
 * @param method of the request, as the server takes it; HEAD and OPTIONS have no answer of their own.
 * @throws Error naming the operation, and the place of what is not declared.
 */
export async function checkDeclared(method: string, path: string, answer: Answer): Promise<void> {
  const found = restTable.find(path)?.rows.get(method === 'PATCH' ? 'PUT' : method)
  const [row] = found ?? []
  if (!row) return
  checks ??= makeChecks()
  const { operations, validator } = await checks
  const operation = operations.get(row.name)
  const name = `${method} ${path} (${row.name})`
  const isOfDefault = defaultStatuses[row.method === 'GET' ? 'Read' : 'Write'].includes(answer.status)
  const response = operation?.responses[answer.status] ?? (isOfDefault ? operation?.responses.default : undefined)
  if (!response) throw new Error(`${name} answered ${answer.status}, which /openapi.json does not declare: ${answer.text}`)
  const isCompressed = answer.headers.has('content-encoding')
  const isEmpty = answer.status === 204 || answer.status === 304
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  if (isEmpty || isCompressed || !isJson) return
  const validate = validator(response, answer.headers.get('x-dry-run') === 'true')
  if (validate(JSON.parse(answer.text))) return
  const faults = (validate.errors ?? []).slice(0, 5).map((fault) => {
    const { additionalProperty } = fault.params as { additionalProperty?: string }
    return `${fault.instancePath || '/'} ${fault.message}${additionalProperty ? ` (${additionalProperty})` : ''}`
  })
  throw new Error(`${name} answered what /openapi.json does not declare: ${faults.join('; ')}`)
}

type Described = { $ref?: string; content?: { 'application/json': { schema: JsonSchema } } }

async function makeChecks(): Promise<Checks> {
  const document = await openapiDocument()
  const operations = Object.values(document.paths).flatMap((ofPath) =>
    Object.values(ofPath).flatMap((operation) => operation['x-operations'].map((name) => [name, operation] as const)),
  )
  const compilers = [false, true].map((isDryRun) => memoized(() => compilerOf(document, isDryRun)))
  const compiled = [new Map<object, ValidateFunction>(), new Map<object, ValidateFunction>()]
  return {
    operations: new Map(operations),
    validator(response, isDryRun) {
      const known = compiled[Number(isDryRun)]?.get(response)
      if (known) return known
      const { $ref, content } = response as Described
      const described = $ref ? (document.components.responses[$ref.split('/').at(-1) ?? ''] as Described).content : content
      const validate = (compilers[Number(isDryRun)] as () => Ajv2020)().compile(
        closed(described?.['application/json'].schema, isDryRun) as object,
      )
      compiled[Number(isDryRun)]?.set(response, validate)
      return validate
    },
  }
}

function memoized<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)

/** Compiles schemas, and the components that they refer to when they first do. */
export function compilerOf({ components }: OpenapiDocument, isDryRun: boolean): Ajv2020 {
  const compiler = new Ajv2020({
    strict: false,
    validateSchema: false,
    formats: { 'date-time': isTime, date: /^\d{4}-\d\d-\d\d$/, int64: true, int32: true },
  })
  for (const [name, schema] of Object.entries(components.schemas)) {
    compiler.addSchema(closed(schema, isDryRun) as object, name)
    compiler.addSchema(closed(schema, isDryRun, true) as object, `${name}${open}`)
  }
  return compiler
}

/** Behind the name of a component, as a part of another that has further names. */
const open = '-open'

const addressMeaning = 'Path of the record on the REST surface.'

/**
 * The same with objects that have no other names than those that are described; in a dry run ids and addresses may be null.
 *
 * @param isPart whether the schema is a part of another, which closes it.
 */
function closed(value: unknown, isDryRun: boolean, isPart = false): unknown {
  if (Array.isArray(value)) return value.map((item) => closed(item, isDryRun, isPart))
  if (typeof value !== 'object' || value === null) return value
  const copy: JsonSchema = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, closed(item, isDryRun, key === 'allOf')]),
  )
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined && !isPart)
    copy.additionalProperties = false
  if (copy.allOf && !isPart) copy.unevaluatedProperties = false
  if (isDryRun && (copy.type === 'integer' || copy.description === addressMeaning)) copy.type = [copy.type, 'null']
  if (typeof copy.$ref === 'string') copy.$ref = `${copy.$ref.split('/').at(-1)}${isPart ? open : ''}`
  return copy
}
