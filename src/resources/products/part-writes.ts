/**
 * The writes of one part of a product by declaration: each is what `setProduct` does with that part, beside which all others stay. A part
 * is created in what it belongs to, updated, and archived and restored.
 */
import type { InputFieldMap } from '@pothos/core'
import type { ScopedResource } from '../../auth/scopes.ts'
import type { ModelName } from '../../db/shape.ts'
import { declaredWrites } from '../../records/declared-writes.ts'
import type { GivenPart, Kind, OnePart, Planned } from '../../records/part-kinds.ts'
import { archiving } from '../../records/record-archive.ts'
import { declareParent, holdParents, noSuch } from '../../records/record-links.ts'
import type { PartRow } from '../../records/row-changes.ts'
import { inputFields } from '../../schema/inputs.ts'
import { capital, inWords, withArticle } from '../../schema/wording.ts'
import { Refusal } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { snakeCase } from '../../values/text.ts'
import { reference, type WritableTable } from '../../values/writable.ts'
import { type Changes, changesOf } from '../../writes/changes.ts'
import { eventTypeOf } from '../../writes/event-types.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import type { Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { partPlan } from './part-plan.ts'
import { readTrees } from './read-tree.ts'
import { planParts } from './set-rules.ts'
import { writeParts } from './write-parts.ts'

type PartWrites = {
  kind: Kind
  /** The model that it belongs to. */
  of: ModelName
  /** The lists that lead to it, from those of the product on: `['subscriptionTypes', 'terms']`. */
  lists: readonly string[]
  /** Fields beside those of the kind that are planned with it. */
  beside?: WritableTable
  /** The parts that it may be created with, and that \`set\` takes. */
  parts?: { input: (t: object) => InputFieldMap; scopes: (given: GivenPart) => readonly ScopedResource[]; description: string }
}

type PartInput = Readonly<Record<string, unknown>>

/** Declares the writes of a kind of part. */
export function partWrites({ kind, of, lists, beside = {}, parts }: PartWrites): void {
  const { model, parent, archivedBy } = kind
  const name = model.charAt(0).toLowerCase() + model.slice(1)
  const called = withArticle(inWords(model))
  const shows = { field: name, resource: model }
  const owner = { [parent]: reference(of, `The ${inWords(of)} that it belongs to`, { isFixed: true }) }
  const fields: WritableTable = { ...kind.fields, ...beside }
  declareParent(model, parent, owner)
  const eventOf = (what: string) => eventTypeOf(`${snakeCase(name)}.${what}`)
  const low = parts ? (['inventory.low'] as const) : []
  const id = { required: true, description: `The ${inWords(model)}.` } as const

  const declare = (verb: string, table: WritableTable, options: Parameters<typeof mutation>[1]) => {
    mutation(`${verb}${capital(name)}`, { shows, ...options })
    declaredWrites.set(`${verb}${capital(name)}`, { model, key: verb === 'create' ? undefined : 'id', fields: table })
  }

  declare(
    'create',
    { ...owner, ...fields },
    {
      description: `Makes ${called}.${parts?.description ?? ''}`,
      emits: [eventOf('created'), ...low],
      ...(parts && { besides: parts.scopes }),
      input: (t) => ({ ...inputFields(t, { ...owner, ...fields }, true), ...parts?.input(t) }) as InputFieldMap,
      async write(write, input) {
        const { [parent]: named, ...given } = input as PartInput
        const owners = await lockOwner(write, of, parent, String(named))
        return writeOne(write, kind, { lists, owners }, { one: given })
      },
    },
  )

  /** Writes a part, which is locked after its product. */
  const change = async (write: Write, one: PartInput, isGone?: boolean): Promise<Written> => {
    const id = readId(field('id'), String(one.id))
    const owners = await holdParents(write, model, { id })
    await write.lock(model, { id })
    if (one.stock != null) await write.lockAll('ProductInventory', { productInstanceId: id })
    return writeOne(write, kind, { lists, owners }, { one, ...(isGone !== undefined && { isGone }) })
  }

  const update = (verb: string, description: string, withParts?: typeof parts) =>
    declare(verb, fields, {
      description,
      emits: [eventOf('updated'), ...(kind.replaces ? [eventOf('created'), eventOf('archived')] : []), ...low],
      ...(withParts && { besides: withParts.scopes }),
      input: (t) => ({ id: t.id(id), ...inputFields(t, fields), ...withParts?.input(t) }) as InputFieldMap,
      write: (write, given) => change(write, given as PartInput),
    })
  const replaced = kind.replaces
    ? ` Where somebody subscribed for it, another ${kind.names.at(-1)} makes another ${inWords(model)} with its prices, and archives it.`
    : ''
  update('update', `Changes what may be written of ${called}; fields that are left out stay as they are.${replaced}`)
  const whole = 'What is left out stays; a list that is given is the whole list.'
  if (parts) update('set', `Sets ${called} to what it is to be. ${whole}${parts.description}`, parts)

  for (const [verb, { description, event }] of Object.entries(archivedBy ? archiving(model, archivedBy, {}) : {}))
    declare(
      verb,
      {},
      {
        description,
        emits: [eventOf(event)],
        input: (t) => ({ id: t.id(id) }) as InputFieldMap,
        write: (write, input) => change(write, input as PartInput, verb === 'archive'),
      },
    )
}

/**
 * Locks the product of the owner of a new part.
 *
 * @returns the ids from the product down to the owner.
 *
 * @throws Refusal NOT_FOUND naming the field.
 */
export async function lockOwner(write: Write, model: ModelName, name: string, named: string): Promise<bigint[]> {
  const id = readId(field(name), named)
  try {
    return await holdParents(write, model, { id })
  } catch (error) {
    throw error instanceof Refusal && error.code === 'NOT_FOUND' ? noSuch(model, id, name) : error
  }
}

/** The way to a part: the lists that lead to it, and the ids of its product and of what it belongs to in each. */
type PartPath = { lists: readonly string[]; owners: readonly bigint[] }

/** Plans a part of a product that is locked, and writes what changes. */
export async function writeOne(write: Write, kind: Kind, { lists, owners }: PartPath, part: OnePart): Promise<Written> {
  const [productId, ...ids] = owners as [bigint, ...bigint[]]
  const [tree] = await readTrees(write, [productId])
  const plan = partPlan(write)
  const { changes } = plan
  const planned: Planned[] = []
  const onPlanned = (each: Planned) => void planned.push(each)
  planParts(tree as PartRow, nested(lists, ids, { ...part, onPlanned }), plan)
  const [{ row, before }] = planned as [Planned]
  // To archive what is archived is logged, as it is of other records.
  if (changes.isEmpty) return { id: row.id, ...(part.isGone === undefined && { isNothing: true }) }
  const others = await writeParts(write, changes, kind.model)
  const id = changes.idOf(row.id)
  write.changes = { ...columnChanges(kind, before, row), ...others }
  if (!before || before.id === row.id) return { id }
  const archived = { ...before, [kind.archivedBy as string]: write.now }
  return { id, emits: [told(kind, 'created', id, undefined, row), told(kind, 'archived', before.id, before, archived)] }
}

/** The input of a product that is about one part alone. */
function nested([list = '', ...lists]: readonly string[], [id, ...ids]: readonly bigint[], part: OnePart): GivenPart {
  return { [list]: lists.length === 0 ? part : { one: { id: String(id), ...nested(lists, ids, part) } } }
}

/** The columns of a part that its event shows, before and after. */
function columnChanges({ parent, fields, archivedBy }: Kind, before: PartRow | undefined, row: PartRow): Changes {
  const names = [parent, ...Object.keys(fields), ...(archivedBy ? [archivedBy] : [])]
  const of = (each: PartRow | undefined) => Object.fromEntries(names.map((name) => [name, each?.[name] ?? null]))
  return changesOf(of(before), of(row))
}

/** An event of a part. */
function told(kind: Kind, what: string, id: bigint, before: PartRow | undefined, row: PartRow): EmittedEvent {
  const recordType = snakeCase(kind.model)
  return { type: eventTypeOf(`${recordType}.${what}`), recordType, id, changes: columnChanges(kind, before, row) }
}
