/**
 * The writes of a record by declaration: from one table of the fields that may be written come the mutations that create it, update
 * it and change it in one named way, such as `disableCoupon`, each with its input, its event and its place in `declaredWrites`.
 */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import type { ModelName, Shape } from '../db/shape.ts'
import { takenIndex } from '../db/unique.ts'
import { inputFields } from '../schema/inputs.ts'
import { capital, inWords } from '../schema/wording.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { readId } from '../values/id.ts'
import { field, say } from '../values/sentence.ts'
import { snakeCase } from '../values/text.ts'
import { type Complete, changeable, complete, differing, type GivenOf, type WritableTable } from '../values/writable.ts'
import { type EventType, eventTypes } from '../writes/event-types.ts'
import type { Write } from '../writes/write.ts'
import { models } from './data-model.ts'
import { mutation } from './describe.ts'
import { linkedIds, linksOf, without, writeLinks } from './linked-ids.ts'

type Creation<M extends ModelName> = {
  description?: string
  /** Columns of a new row that no client gives. */
  columns?: (write: Write) => Partial<Shape<M>> | Promise<Partial<Shape<M>>>
}

type RecordUpdate<M extends ModelName, Of extends WritableTable, Others extends InputFieldMap> = {
  description?: string
  /** Input fields that no table has; the rule reads them. */
  others?: MutationInput<Others>
  /** The rule that decides what an update changes, where that is more than the fields that differ. Pure. */
  rule?: (row: Shape<M>, given: UpdateGiven<Of, Others>, now: Date) => Partial<Shape<M>>
  /** Events that it may emit beside its own. */
  beside?: readonly EventType[]
  /** Called once the row is changed. */
  afterwards?: (write: Write, row: Shape<M>, change: Partial<Shape<M>>) => void
}

/** The input of an update without the id of its record. */
type UpdateGiven<Of extends WritableTable, Others extends InputFieldMap> = GivenOf<Of> & InputShapeFromFields<Others>

type MutationInput<Others extends InputFieldMap> = NonNullable<Parameters<typeof mutation<Others>>[1]['input']>

/** A change with a name: what it sets, by a pure rule, which may refuse. A row that has it already stays as it is. */
type NamedChange<M extends ModelName> = {
  description: string
  /** The name of its event: `disabled`. */
  event: string
  sets: (row: Shape<M>, now: Date) => Partial<Shape<M>>
}

type RecordWrites<M extends ModelName, Of extends WritableTable, Others extends InputFieldMap> = {
  fields: Of
  /** The name in mutations, payloads and events, where that is not the model's: `inventory`. */
  name?: string
  /** The input field and column that say which record, and what it means; its `id` unless given. */
  key?: { column: keyof Shape<M> & string; description: string }
  /** Checks the record as it is after the write, beside the limits of each field. Pure. */
  check?: (record: Complete<Of>) => void
  /** Columns that follow from those that may be written; an update changes them when it changes what they follow from. Pure. */
  derive?: (record: Complete<Of>) => Partial<Shape<M>>
  create?: Creation<M>
  update?: RecordUpdate<M, Of, Others>
  changes?: Readonly<Record<string, NamedChange<M>>>
}

/** The record and fields that a declared mutation writes; tests and documents are generated from these. */
export type DeclaredWrite = {
  model: ModelName
  /** The input field that names the record; none where it makes one. */
  key: string | undefined
  /** The fields of its input that the table has. */
  fields: WritableTable
}

/** Every mutation that is declared here, by its name. */
export const declaredWrites = new Map<string, DeclaredWrite>()

/** Declares the writes of the records of a model. */
export function recordWrites<M extends ModelName, Of extends WritableTable, Others extends InputFieldMap = InputFieldMap>(
  model: M,
  { fields, check, derive = () => ({}), create, update, changes = {}, ...declared }: RecordWrites<M, Of, Others>,
): void {
  const { name = model.charAt(0).toLowerCase() + model.slice(1) } = declared
  const called = withArticle(inWords(model))
  const { column: key, description: keyMeaning } = declared.key ?? { column: 'id', description: `The ${inWords(model)}.` }
  const shows = { field: name, resource: model }
  const links = linksOf(fields)

  const add = <Fields extends InputFieldMap>(
    verb: string,
    { key, fields }: Pick<DeclaredWrite, 'key' | 'fields'>,
    options: Omit<Parameters<typeof mutation<Fields>>[1], 'shows'>,
  ): void => {
    mutation(`${verb}${capital(name)}`, { ...options, shows })
    declaredWrites.set(`${verb}${capital(name)}`, { model, key, fields })
  }

  /** Changes the row that an input names by what a rule makes of it. */
  const change = async (write: Write, id: unknown, of: (row: Shape<M>) => Partial<Shape<M>>) => {
    const values = { [key]: readId(field(key), String(id)) } as Partial<Shape<M>>
    const held = await write.hold(model, values)
    const { id: heldId } = held as { id: bigint }
    const before = await linkedIds(write, model, links, heldId)
    const row = { ...held, ...before }
    const given = of(row)
    await holdReferences(write, fields, given)
    const whole = { ...row, ...given } as Complete<Of>
    if (Object.keys(given).length > 0) check?.(whole)
    const derived = derive(whole)
    const isGiven = ([name]: [string, unknown]) => name in given
    const changed = {
      ...given,
      ...differences(derive({ ...row } as Complete<Of>), derived),
      ...Object.fromEntries(Object.entries(derived).filter(isGiven)),
    }
    await write.change(held, without(links, changed) as Partial<Shape<M>>).catch(refuseTaken(model, fields))
    await writeLinks(write, model, links, heldId, { before, after: changed })
    return { row: held, changed }
  }

  if (create) {
    const isDated = models.get(model)?.columns.has('createdAt')
    add(
      'create',
      { key: undefined, fields },
      {
        description: create.description ?? `Makes ${called}.`,
        tells: [eventOf(name, 'created')],
        input: (t) => inputFields(t, fields, true),
        async write(write, given) {
          const row = complete(fields, given as GivenOf<Of>)
          check?.(row)
          await holdReferences(write, fields, row)
          const beside = { ...(isDated && { createdAt: write.now }), ...(await create.columns?.(write)) }
          const columns = { ...without(links, row), ...derive(row) }
          const id = await write.create(model, columns as object, beside as object).catch(refuseTaken(model, fields))
          await writeLinks(write, model, links, id, { after: row })
          return { id }
        },
      },
    )
  }
  if (update) {
    const differ = (row: object, given: GivenOf<Of>): object => differing(own, row, given)
    const { rule = differ, afterwards, others } = update
    const own = changeable(fields) as Of
    add(
      'update',
      { key, fields: own },
      {
        description: update.description ?? `Changes what may be written of ${called}; fields that are left out stay as they are.`,
        tells: [eventOf(name, 'updated'), ...(update.beside ?? [])],
        input: (t) => ({ [key]: t.id({ required: true, description: keyMeaning }), ...inputFields(t, own), ...others?.(t) }),
        async write(write, { [key]: id, ...fields }) {
          const given: object = fields
          const { row, changed } = await change(
            write,
            id,
            (held) => rule(held, given as UpdateGiven<Of, Others>, write.now) as Partial<Shape<M>>,
          )
          afterwards?.(write, row, changed)
          return { id: (row as { id: bigint }).id }
        },
      },
    )
  }
  for (const [verb, { description, event, sets }] of Object.entries(changes)) {
    add(
      verb,
      { key, fields: {} },
      {
        description,
        tells: [eventOf(name, event)],
        input: (t) => ({ [key]: t.id({ required: true, description: keyMeaning }) }),
        async write(write, { [key]: id }) {
          const { row } = await change(write, id, (held) => sets(held, write.now))
          return { id: (row as { id: bigint }).id }
        },
      },
    )
  }
}

/** The columns of a record that another version of it has differently, as that one has them. */
const differences = <Columns extends object>(before: Columns, after: Columns): Partial<Columns> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof Columns])) as Partial<Columns>

const withArticle = (words: string): string => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`

/** The type of an event of a record, which `event-types.ts` must have. */
function eventOf(name: string, what: string): EventType {
  const type = `${snakeCase(name)}.${what}`
  if (!(type in eventTypes)) throw new Error(`writes/event-types.ts has no ${type}`)
  return type as EventType
}

/**
 * Keeps the records that a row is to refer to from being deleted meanwhile.
 *
 * @throws Refusal NOT_FOUND naming the field of one that the writer does not see.
 */
async function holdReferences(write: Write, fields: WritableTable, row: object): Promise<void> {
  for (const [name, given] of Object.entries(row)) {
    const model = fields[name]?.refersTo as ModelName | undefined
    if (!model || given == null) continue
    const missing = await missingOf(write, model, given as bigint | bigint[])
    if (missing !== undefined)
      throw new Refusal('NOT_FOUND', say`There is no ${inWords(model)} ${String(missing)}: ${field(name)} must name one.`)
  }
}

/** The first of some ids that the writer sees no record of; the records are kept from being deleted. */
async function missingOf(write: Write, model: ModelName, given: bigint | bigint[]): Promise<bigint | undefined> {
  if (!Array.isArray(given)) return (await write.find(model, { id: given } as object, 'KEY SHARE')) ? undefined : given
  const found = await write.findAll(model, given)
  return given.find((id) => !found.has(id))
}

/** Refuses what another record of the store has already, by the index that it breaks: `coupon_store_id_code_key`. */
const refuseTaken =
  (model: string, fields: WritableTable) =>
  (error: unknown): never => {
    const index = takenIndex(error)
    const isBroken = (name: string) => index?.startsWith(`${snakeCase(model)}_store_id_${snakeCase(name)}_`)
    const taken = Object.keys(fields).find((name) => fields[name]?.isUnique && isBroken(name))
    if (taken === undefined) throw error
    throw badInput(say`${field(taken)} is already the ${inWords(taken)} of another ${inWords(model)}.`)
  }
