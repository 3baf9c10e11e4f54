/** Plans a mutation: its write, and its payload, which shows the record after the write. */

import { type GraphQLObjectType, getNamedType, locatedError } from 'graphql'
import type { FirstOutcome, RecordOutcome } from '../../schema/outcome.ts'
import type { SeveralRead, WriteField, WrittenRead } from '../../schema/reads.ts'
import { MayBeCharged } from '../../values/errors.ts'
import type { Reading } from '../request.ts'
import type { Read } from '../run/operation.ts'
import { planWithoutIds } from './dry-run-ids.ts'
import { argumentsOf, fieldsIn, type Selected } from './fields.ts'
import { noInfo, valueWriter } from './object.ts'
import type { Planning } from './planning.ts'
import { planRecordById } from './root.ts'

type Show = (outcome: FirstOutcome, reading: Reading) => Promise<string> | string

/** Shows a field of the payload, or of the outcome for one of several records. */
type ShowField = (outcome: FirstOutcome | RecordOutcome, reading: Reading) => Promise<string> | string

/** Where a field of an outcome stands in the answer. */
type PathOf = (outcome: FirstOutcome | RecordOutcome) => readonly (string | number)[]

/** Plans the root field of a mutation. */
export function planPayload(planning: Planning, selected: Selected, { write }: WriteField): Read {
  const show = planShown(planning, selected)
  return async (reading) => {
    const { context, outcomes } = reading
    const args = argumentsOf(selected, reading) as { input?: Record<string, unknown>; dryRun?: boolean }
    if (!args.dryRun) {
      const outcome = await write(args, context)
      outcomes.push(outcome)
      reading.computed += outcome.points ?? 0
      return outcome.mayBeCharged ? showCharged(show, outcome, reading, selected) : showTo(show, outcome, reading)
    }
    let text: string | undefined
    // Errors of the last attempt only.
    let errors: Reading['errors'] = []
    const outcome = await write(args, context, async (tried, { rows: own, isMade }) => {
      // Reads over the connection of the write, since its transaction is not yet visible to others.
      const rows = context.around?.(own) ?? own
      const within: Reading = { ...reading, context: { ...context, rows }, rows: undefined, isMade, errors: [] }
      text = await showTo(show, tried, within)
      reading.answer = within.answer
      errors = within.errors
    })
    outcomes.push(outcome)
    reading.errors.push(...errors)
    return text ?? show(outcome, reading)
  }
}

/** Shows a write to its viewer, who is another where the write has made the credential. */
async function showTo(show: Show, outcome: FirstOutcome, reading: Reading): Promise<string> {
  const { viewer } = outcome
  if (!viewer || !('storeId' in viewer)) return show(outcome, reading)
  const theirs: Reading = { ...reading, viewer, context: { ...reading.context, viewer }, shaped: undefined }
  const text = await show(outcome, theirs)
  reading.answer = theirs.answer
  return text
}

/** Shows a write that has charged a payment: every error says so, so that no client pays again. */
async function showCharged(show: Show, outcome: FirstOutcome, reading: Reading, { nodes, name }: Selected): Promise<string> {
  const { errors, context } = reading
  const before = errors.length
  const mayBeCharged = (error: unknown, path: readonly (string | number)[]) => {
    context.report(error)
    return locatedError(new MayBeCharged(outcome.mayBeCharged), nodes, path)
  }
  const text = await Promise.resolve(show(outcome, reading)).catch((error: unknown) => {
    throw mayBeCharged(error, [name])
  })
  const failures = errors.splice(before)
  errors.push(
    ...failures.map((error) =>
      error.extensions.code ? error : mayBeCharged(error.originalError ?? error, error.path ?? [name]),
    ),
  )
  return text
}

/** Plans the fields of a payload. */
function planShown(planning: Planning, { field, nodes, name }: Selected): Show {
  const type = getNamedType(field?.type) as GraphQLObjectType
  const isAnswer = planning.isAnswer(nodes)
  const fields = fieldsIn(planning, type, nodes).map((each) => {
    const read = each.field?.extensions.read as WrittenRead | SeveralRead | undefined
    const isSeveral = read !== undefined && 'several' in read
    const show: Show = isSeveral ? planSeveral(planning, each, name, isAnswer) : planField(planning, type, each, () => [name])
    const isShownOnce = each.field?.extensions.isShownOnce === true
    return { label: JSON.stringify(each.name), show, isRecord: read !== undefined && !isSeveral, isShownOnce }
  })
  return async (outcome, reading) => {
    const parts: string[] = []
    const shownOnce: string[] = []
    let record: string | undefined
    for (const { label, show, isRecord, isShownOnce } of fields) {
      const text = await show(outcome, reading)
      parts.push(`${label}:${text}`)
      if (isShownOnce) shownOnce.push(`${label}:${text}`)
      if (isRecord && text !== 'null') record ??= text
    }
    const { userErrors, change } = outcome
    if (isAnswer)
      reading.answer = {
        ...reading.answer,
        ...(record !== undefined && { text: record }),
        ...(change && { change }),
        ...{ userErrors, shownOnce },
      }
    return `{${parts.join(',')}}`
  }
}

/** Plans the field with the outcomes of several records, which are read together. */
function planSeveral(planning: Planning, { field, nodes, name }: Selected, parent: string, isAnswer: boolean): Show {
  const type = getNamedType(field?.type) as GraphQLObjectType
  const placed: PathOf = (outcome) => [parent, name, ...('index' in outcome ? [outcome.index] : [])]
  const fields = fieldsIn(planning, type, nodes).map((each) => ({
    label: JSON.stringify(each.name),
    show: planField(planning, type, each, placed),
    isRecord: each.field?.extensions.read !== undefined,
  }))
  return async ({ many = [] }, reading) => {
    reading.isOneByOne = false
    const shown = await Promise.all(
      many.map(async (outcome) => {
        const texts = await Promise.all(fields.map(({ show }) => show(outcome, reading)))
        const at = fields.findIndex(({ isRecord }) => isRecord)
        const parts = texts.map((text, place) => `${fields[place]?.label}:${text}`)
        return { text: `{${parts.join(',')}}`, outcome, record: texts[at] }
      }),
    )
    if (isAnswer)
      reading.answer = { results: shown.map(({ outcome, record }) => ({ ...outcome, ...(record && { text: record }) })) }
    return `[${shown.map(({ text }) => text).join(',')}]`
  }
}

/** Plans a field of an outcome: its record, or a value. */
function planField(planning: Planning, type: GraphQLObjectType, selected: Selected, placed: PathOf): ShowField {
  const read = selected.field?.extensions.read as WrittenRead | undefined
  return read
    ? planWritten(planning, read, selected, (outcome) => [...placed(outcome), selected.name])
    : planValue(planning, type, selected)
}

function planValue(planning: Planning, type: GraphQLObjectType, { field, nodes }: Selected): ShowField {
  if (!field) return () => JSON.stringify(type.name)
  const write = valueWriter(planning, field.type, nodes)
  return (outcome, { context }) => write(field.resolve?.(outcome, {}, context, noInfo), context)
}

/** Plans the written record; an error while reading it does not roll back the write. */
function planWritten(planning: Planning, { written }: WrittenRead, selected: Selected, placed: PathOf): ShowField {
  const { field, nodes } = selected
  const type = getNamedType(field?.type) as GraphQLObjectType
  const read = planRecordById(planning, type, written.model, nodes, () => ({}))
  const clean = planWithoutIds(planning, type, nodes)
  return async (outcome, reading) => {
    const { id } = outcome
    if (id === null) return 'null'
    try {
      const text = await read(reading)(BigInt(id))
      const { isMade } = reading
      return text && isMade ? JSON.stringify(clean(JSON.parse(text), isMade)) : (text ?? 'null')
    } catch (error) {
      reading.errors.push(locatedError(error, nodes, placed(outcome)))
      return 'null'
    }
  }
}
