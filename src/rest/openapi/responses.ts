/** The answers of a row: its success, and each refusal that it may answer. */
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { statusOf } from '../../http/status.ts'
import { recordChanges } from '../../schema/outcome.ts'
import { type ErrorCode, errorCodes } from '../../values/errors.ts'
import { changedSince } from '../changes.ts'
import type { Compiled } from '../compile.ts'
import { pathParameters } from '../match.ts'
import { contractName } from '../names.ts'
import { successOf } from '../reply.ts'
import { rowFacts } from '../row-facts.ts'
import { answerSelection, fieldsOf } from '../selection.ts'
import { type Components, type JsonSchema, objectSchema, schemaReference } from './components.ts'
import { type AnswerHeader, headerReferences, headersOfEvery } from './headers.ts'
import { recordSchemas } from './records.ts'

/** Codes that only GraphQL answers. */
const isOfGraphql = (code: string): boolean => code.startsWith('PERSISTED_QUERY')

/** Statuses of refusals that any operation of a kind may have, declared together as its default response. */
export const defaultStatuses: Record<'Read' | 'Write', readonly number[]> = {
  Read: [401, 403, 406, 413, 421, 429, 500, 503],
  Write: [401, 403, 409, 413, 415, 421, 422, 429, 500, 503],
}

/** Statuses of refusals that are about what was asked for, each declared by itself. */
const ownStatuses = [400, 402, 404]

/** The refusals that operations refer to, and the answer to a client that has the content. */
export function sharedResponses(): Record<string, object> {
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => !isOfGraphql(code))
  const byStatus = Map.groupBy(codes, (code) => statusOf[code])
  const meaningOf = (status: number) =>
    byStatus
      .get(status)
      ?.map((code) => errorCodes[code])
      .join(' ')
  const own = [...byStatus.keys()].filter((status) => ownStatuses.includes(status))
  const others = Object.entries(defaultStatuses).map(([kind, statuses]) => [
    `Refused${kind}`,
    refusal(statuses.map((status) => `${status}: ${meaningOf(status)}`).join('\n\n'), ['WWW-Authenticate', 'Retry-After']),
  ])
  return {
    ...Object.fromEntries(own.map((status) => [`Refused${status}`, refusal(meaningOf(status) ?? '')])),
    ...Object.fromEntries(others),
    NotModified: { description: 'The client has the current content.', headers: headerReferences([...headersOfEvery, 'ETag']) },
  }
}

const refusal = (description: string, headers: readonly AnswerHeader[] = []) => ({
  description,
  headers: headerReferences([...headersOfEvery, ...headers]),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
})

const responseReference = (name: string) => ({ $ref: `#/components/responses/${name}` })

const presentMark = { type: 'integer', description: 'Of a record that was changed after it was read: the present `changed_in`.' }

/** The body of every refusal. */
export const errorsSchema = objectSchema(
  {
    errors: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'Sentences, each about one fault.' },
    changed_in: presentMark,
    record: {
      type: 'object',
      description: 'Of such a record: the record as it is now, where the write shows it.',
      additionalProperties: true,
    },
  },
  ['errors'],
  'Why a request was refused.',
)

/** The answers of a row by their status. */
export function responsesOf(
  schema: GraphQLSchema,
  row: Compiled,
  components: Components,
  example: unknown,
): Record<string, object> {
  const isRead = row.method === 'GET'
  const status = row.answer === 'results' ? 200 : successOf[row.method]
  const headers = headerReferences(successHeaders(row))
  const content = status !== 204 && {
    content: { 'application/json': { schema: answerSchema(schema, row, components, example) } },
  }
  return {
    [status]: { description: meaningOf(status), headers, ...content },
    ...(row.mayCreate && { 201: { description: meaningOf(201), headers, ...content } }),
    ...(isRead && { 304: responseReference('NotModified') }),
    ...Object.fromEntries(refusalsOf(schema, row).map((refused) => [refused, responseReference(`Refused${refused}`)])),
    default: responseReference(isRead ? 'RefusedRead' : 'RefusedWrite'),
  }
}

const meaningOf = (status: number): string => ({ 200: 'Done.', 201: 'Created.' })[status] ?? 'Done; the answer is empty.'

const successHeaders = ({ method, answer }: Compiled): AnswerHeader[] => {
  if (method !== 'GET') return ['Idempotent-Replayed', 'X-Dry-Run']
  return answer === 'record' ? ['ETag'] : ['ETag', 'Link']
}

function refusalsOf(schema: GraphQLSchema, row: Compiled): number[] {
  const mayMiss = row.method !== 'GET' || row.answer === 'record' || pathParameters(row.path).length > 0
  return [400, ...(rowFacts(schema, row).charges ? [402] : []), ...(mayMiss ? [404] : [])]
}

/** The schema of the body of a success. */
function answerSchema(schema: GraphQLSchema, row: Compiled, components: Components, example: unknown): JsonSchema {
  const { selections, fragments } = answerSelection(row)
  const { recordSchema, fieldSchema } = recordSchemas(components, fragments)
  if (row.answer === 'results' && row.record === '') return resultsSchema(idAlone)
  const type = schema.getType(row.record)
  if (!isObjectType(type)) throw new Error(`${row.name} answers no record`)
  if (row.answer === 'record') return components.withExample(recordSchema(type, selections), example)
  const inPayload = fieldsOf(selections, fragments)
  const results = inPayload.find(({ name }) => row.answer === 'results' && name.value === 'results')
  const fields = results
    ? fieldsOf(results.selectionSet?.selections ?? [], fragments).filter((each) => each.selectionSet)
    : inPayload
  const [record, ...others] = fields.filter(({ name }) => !['userErrors', 'totalCount'].includes(name.value))
  const shown = fields.find(({ name }) => name.value === 'nodes') ?? record
  const schemaOfRecord = recordSchema(type, shown?.selectionSet?.selections ?? [])
  if (row.answer !== 'payload' || others.length === 0) components.withExample(schemaOfRecord, recordIn(example))
  if (row.answer === 'list' || row.answer === 'groups') return listSchema(schemaOfRecord, row.takesChanges)
  if (row.answer === 'results') return resultsSchema(schemaOfRecord)
  if (row.answer === 'feed') return feedSchema(schemaOfRecord)
  if (others.length === 0) return schemaOfRecord
  // Beside a record stands what is shown once, such as a secret; a repeat of the request has null there.
  const payload = payloadType(schema, row)
  const once = others.map((node) => [contractName(node), fieldSchema(payload, node)])
  return components.withExample({ allOf: [schemaOfRecord, objectSchema(Object.fromEntries(once), [])] }, example)
}

/** The record that an answer shows: the first of a list. */
function recordIn(answer: unknown): unknown {
  const { results } = (answer ?? {}) as { results?: readonly { record?: unknown }[] }
  return results ? (results[0]?.record ?? results[0]) : answer
}

function payloadType(schema: GraphQLSchema, { at }: Compiled): GraphQLObjectType {
  const mutation = schema.getMutationType()
  const field = mutation?.getFields()[at[0] ?? '']
  const type = field && getNamedType(field.type)
  if (!isObjectType(type)) throw new Error(`${at[0]} is no mutation`)
  return type
}

const link = (description: string): JsonSchema => ({ type: ['string', 'null'], description })

/** The parts of the envelope of a list, which all lists refer to. */
export const envelopeSchemas: Record<string, JsonSchema> = {
  ListCount: { type: 'integer', description: 'Number of all records that the filters find.' },
  ListNext: link('The query of the page that follows; null at the end.'),
  ListPrev: link('The query of the page before; null at the beginning.'),
  ListNextMark: link(
    `The \`${changedSince}\` of the next reading; on the last page alone, else null. Only with \`${changedSince}\`.`,
  ),
  ListDeleted: {
    type: ['array', 'null'],
    items: { type: 'integer' },
    description: `Identifiers of the records that were deleted since the mark; on the last page alone, else null. Only with \`${changedSince}\`.`,
  },
  ListDelayedSince: {
    type: ['string', 'null'],
    format: 'date-time',
    description: `When the oldest open transaction on the server began, whose changes come with the next reading; null where none is open. Only with \`${changedSince}\`.`,
  },
}

const envelope = (record: JsonSchema): Record<string, JsonSchema> => ({
  count: schemaReference('ListCount'),
  next: schemaReference('ListNext'),
  prev: schemaReference('ListPrev'),
  results: { type: 'array', items: record },
})

const ofChanges = {
  next_mark: schemaReference('ListNextMark'),
  deleted: schemaReference('ListDeleted'),
  delayed_since: schemaReference('ListDelayedSince'),
}

const listSchema = (record: JsonSchema, hasChanges: boolean): JsonSchema =>
  objectSchema({ ...envelope(record), ...(hasChanges && ofChanges) }, ['count', 'next', 'prev', 'results'])

/** A record of a write that shows no more of it than its id. */
const idAlone = objectSchema({ id: { type: 'integer', format: 'int64', description: 'Its identifier.' } }, ['id'])

/** The results of a write of several records: each with its record, or with its errors. */
function resultsSchema(record: JsonSchema): JsonSchema {
  const index = { type: 'integer', description: 'The place of the record in the body, from 0.' } as const
  const change = { type: 'string', enum: [...recordChanges], description: 'What was done to it.' } as const
  const errors = { type: 'array', items: { type: 'string' }, description: 'Why it was refused.' } as const
  const done = objectSchema({ index, ok: { type: 'boolean', const: true }, change, record }, ['index', 'ok', 'change', 'record'])
  const current = { changed_in: presentMark, record }
  const refused = objectSchema({ index, ok: { type: 'boolean', const: false }, errors, ...current }, ['index', 'ok', 'errors'])
  const count = { type: 'integer', description: 'How many records the body lists.' } as const
  return objectSchema({ count, results: { type: 'array', items: { oneOf: [done, refused] } } }, ['count', 'results'])
}

function feedSchema(record: JsonSchema): JsonSchema {
  const properties = {
    ...envelope(record),
    count: { type: 'integer', description: 'Number of records in `results`.' },
    last_sequence: {
      type: 'integer',
      description: 'The highest number that this answer covers; the next request goes on after it.',
    },
  }
  return objectSchema(properties, Object.keys(properties))
}
