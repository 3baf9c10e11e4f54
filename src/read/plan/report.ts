/** Plans root fields that compute a report in JavaScript from statements of their own; the parts that are not selected are not computed. */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql'
import type { Context } from '../../context.ts'
import type { ReportInputs, ReportRead } from '../../schema/reads.ts'
import { checkMerchant } from '../../schema/visible.ts'
import type { Reading } from '../request.ts'
import { queryRows } from '../run/query-rows.ts'
import { forEachYielding } from '../run/yielding.ts'
import { argumentsOf, fieldsIn, type Selected } from './fields.ts'
import { fieldValue, valueWriter } from './object.ts'
import type { Planning } from './planning.ts'
import { planStore } from './scan.ts'

export function planReport(planning: Planning, selected: Selected, { report, store }: ReportRead) {
  const storeOf = planStore(planning, store)
  const { name } = selected.field as NonNullable<typeof selected.field>
  const type = getNamedType(selected.field?.type) as GraphQLObjectType
  const parts = fieldsIn(planning, type, selected.nodes).map(({ name, field, nodes }) => ({
    label: JSON.stringify(name),
    field,
    isAnswer: planning.isAnswer(nodes),
    write: field ? partWriter(planning, field.type, nodes) : () => JSON.stringify(type.name),
  }))
  const isAnswer = planning.isAnswer(selected.nodes)
  const names = new Set(parts.flatMap(({ field }) => field?.name ?? []))
  return async (reading: Reading): Promise<string> => {
    const { context, viewer } = reading
    checkMerchant(name, viewer)
    const { stopwatch = () => 0 } = context.account
    const computed = (time: number) => {
      reading.computed += time
    }
    const each: ReportInputs['each'] = (items, work) => forEachYielding(items, work, stopwatch, computed)
    const made = (await report(argumentsOf(selected, reading), {
      ...{ parts: names, viewer, context, store: await storeOf(reading) },
      each,
      query: (text, values = []) => queryRows(text, [String(viewer.storeId), ...values], context),
    })) as Readonly<Record<string, unknown>>
    const texts: string[] = []
    for (const { label, field, isAnswer, write } of parts) {
      const text = await write(field && made[field.name], context, each)
      if (isAnswer) reading.answer = { text }
      texts.push(`${label}:${text}`)
    }
    const whole = `{${texts.join(',')}}`
    if (isAnswer) reading.answer = { text: whole }
    return whole
  }
}

type PartWriter = (value: unknown, context: Context, each: ReportInputs['each']) => string | Promise<string>

/** Creates the writer for a part of a report: lists in it may be long, and are written some of their items at a time. */
function partWriter(planning: Planning, type: GraphQLOutputType, nodes: readonly FieldNode[]): PartWriter {
  const held = getNullableType(type)
  if (isListType(held)) {
    const write = valueWriter(planning, held.ofType, nodes)
    return async (value, context, each) => {
      if (value == null) return 'null'
      const items: string[] = []
      await each(value as unknown[], (item) => items.push(write(item, context)))
      return `[${items.join(',')}]`
    }
  }
  if (!isObjectType(held)) return valueWriter(planning, type, nodes)
  const members = fieldsIn(planning, held, nodes).map(({ name, field, nodes }) => ({
    label: JSON.stringify(name),
    read: (value: unknown, context: Context) => field && fieldValue(field, value, context),
    write: field ? partWriter(planning, field.type, nodes) : () => JSON.stringify(held.name),
  }))
  return async (value, context, each) => {
    if (value == null) return 'null'
    const texts: string[] = []
    for (const { label, read, write } of members) texts.push(`${label}:${await write(read(value, context), context, each)}`)
    return `{${texts.join(',')}}`
  }
}
