/** Plans a mutation: its write, and its payload, which shows the record as it is when the write is done. */
import { type GraphQLObjectType, getNamedType, locatedError } from 'graphql'
import type { WrittenRead } from '../schema/reads.ts'
import type { FirstOutcome } from '../writes/write.ts'
import { argumentsOf, fieldsIn, type Selected } from './fields.ts'
import { noInfo, valueWriter } from './object.ts'
import type { Planning, Reading } from './reading.ts'
import { planRecordById, type Read } from './root.ts'

type Write = (outcome: FirstOutcome, reading: Reading) => Promise<string> | string

/** Plans the root field of a mutation. */
export function planPayload(planning: Planning, selected: Selected): Read {
  const { field, nodes, name } = selected
  const type = getNamedType(field?.type) as GraphQLObjectType
  const isAnswer = planning.isAnswer(nodes)
  const fields = fieldsIn(planning, type, nodes).map((each) => {
    const read = each.field?.extensions.read as WrittenRead | undefined
    const write = read ? planWritten(planning, read, each, [name, each.name]) : planValue(planning, type, each)
    return { label: JSON.stringify(each.name), write, isRecord: read !== undefined }
  })
  return async (reading) => {
    const args = argumentsOf(selected, reading)
    const outcome = (await field?.resolve?.(undefined, args, reading.context, noInfo)) as FirstOutcome
    const parts: string[] = []
    let record: string | undefined
    for (const { label, write, isRecord } of fields) {
      const text = await write(outcome, reading)
      parts.push(`${label}:${text}`)
      if (isRecord && text !== 'null') record ??= text
    }
    if (isAnswer) reading.answer = { ...(record !== undefined && { text: record }), userErrors: outcome.userErrors }
    return `{${parts.join(',')}}`
  }
}

function planValue(planning: Planning, type: GraphQLObjectType, { field, nodes }: Selected): Write {
  if (!field) return () => JSON.stringify(type.name)
  const write = valueWriter(planning, field.type, nodes)
  return (outcome, { context }) => write(field.resolve?.(outcome, {}, context, noInfo), context)
}

/** The record; what goes wrong in reading it takes nothing back of what was written. */
function planWritten(planning: Planning, { written }: WrittenRead, selected: Selected, path: string[]): Write {
  const { field, nodes } = selected
  const type = getNamedType(field?.type) as GraphQLObjectType
  const read = planRecordById(planning, type, written.model, nodes)
  return async ({ id }, reading) => {
    if (id === null) return 'null'
    try {
      return (await read(BigInt(id), {}, reading)) ?? 'null'
    } catch (error) {
      reading.errors.push(locatedError(error, nodes, path))
      return 'null'
    }
  }
}
