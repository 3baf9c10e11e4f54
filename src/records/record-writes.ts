/**
 * The writes of a record by declaration: from one table of the fields that may be written come the mutations that create it, update
 * it, archive, restore or delete it, and change it in one named way, such as `disableCoupon`, each with its input, its event and its place
 * in `declaredWrites`.
 */

import type { InputFieldMap } from '@pothos/core'
import type { ModelName, Shape } from '../db/shape.ts'
import { models } from '../resources/data-model.ts'
import { mutation, registry } from '../resources/describe.ts'
import { inputFields } from '../schema/inputs.ts'
import { capital, inWords, withArticle } from '../schema/wording.ts'
import { readId } from '../values/id.ts'
import { field } from '../values/sentence.ts'
import { snakeCase } from '../values/text.ts'
import { type Complete, changeable, type GivenOf, type WritableTable } from '../values/writable.ts'
import { complete, differing } from '../values/written-values.ts'
import { type EventType, eventTypeOf } from '../writes/event-types.ts'
import type { Write } from '../writes/write.ts'
import { type DeclaredWrite, declaredWrites } from './declared-writes.ts'
import { linkedIds, linksOf, without, writeLinks } from './linked-ids.ts'
import { archiving } from './record-archive.ts'
import type { MutationInput, RecordWrites, UpdateGiven } from './record-declaration.ts'
import { declareParent, holdParents, lockReferences, refuseReferred, refuseTaken } from './record-links.ts'
import { ofAsker, withOptional, withOwner } from './record-owner.ts'
import { refuseOtherSpellings } from './record-taken.ts'
import { declareUpserts, type UpsertedRecords } from './record-upserts.ts'

/** Declares the writes of the records of a model. */
export function recordWrites<M extends ModelName, Of extends WritableTable, Others extends InputFieldMap = InputFieldMap>(
  model: M,
  declared: RecordWrites<M, Of, Others>,
): void {
  const {
    fields,
    check,
    checkWritten,
    derive = () => ({}),
    create,
    update,
    parent,
    archivedBy,
    isDeletable,
    byCustomers,
  } = declared
  const { name = model.charAt(0).toLowerCase() + model.slice(1) } = declared
  const called = withArticle(inWords(model))
  const { column: key, description: keyMeaning } = declared.key ?? { column: 'id', description: `The ${inWords(model)}.` }
  const shows = { field: name, resource: model }
  const links = linksOf(fields)
  const spelled = { model, fields, archivedBy }
  const asker = declared.byCustomers?.owner
  const created = asker !== undefined && asker in fields ? withOptional(fields, asker) : fields
  if (parent) declareParent(model, parent, fields)
  const { archive, ...restoring } = archivedBy ? archiving<M>(model, archivedBy, declared) : {}
  const changes = { ...(archive && declared.archives !== false && { archive }), ...restoring, ...declared.changes }

  const isForCustomers = (verb: string): boolean => byCustomers?.verbs.includes(verb) ?? false

  const declare = <Fields extends InputFieldMap>(
    verb: string,
    write: Pick<DeclaredWrite, 'key' | 'fields'>,
    options: Parameters<typeof mutation<Fields>>[1],
  ): void => {
    mutation(`${verb}${capital(name)}`, {
      ...options,
      ...(byCustomers && isForCustomers(verb) && { permission: byCustomers.permission }),
    })
    declaredWrites.set(`${verb}${capital(name)}`, { model, ...write })
  }
  const owner = declared.isNested && parent ? { [parent]: { ...fields[parent], initially: undefined } as Of[string] } : undefined

  /** Whether a customer need not name the record of a write: it is the customer. */
  const isAskers = (verb: string) => key === asker && isForCustomers(verb)

  /** The input fields that name the record, and those of a table. */
  const naming = (verb: string, t: Parameters<MutationInput<InputFieldMap>>[0], own: WritableTable = {}) => ({
    [key]: isAskers(verb) ? t.id({ description: ofAsker(keyMeaning) }) : t.id({ required: true, description: keyMeaning }),
    ...(owner && inputFields(t, owner)),
    ...inputFields(t, own),
  })

  /** Locks the row that an input names, after what it belongs to. */
  const holdRow = async (write: Write, input: Readonly<Record<string, unknown>>): Promise<Shape<M>> => {
    const given = withOwner(byCustomers, write, input, key === asker)
    const named = [key, ...(owner && given[parent as string] != null ? [parent as string] : [])]
    const values = Object.fromEntries(named.map((each) => [each, readId(field(each), String(given[each]))])) as Partial<Shape<M>>
    if (parent) await holdParents(write, model, values)
    const row = await write.lock(model, values)
    declared.checkChangeable?.(row)
    return row
  }

  /** Changes the row that an input names by what a rule makes of it. */
  const change = async (
    write: Write,
    input: Readonly<Record<string, unknown>>,
    of: (row: Shape<M>) => Partial<Shape<M>> | Promise<Partial<Shape<M>>>,
  ) => {
    const held = await holdRow(write, input)
    const { id: heldId } = held as { id: bigint }
    const before = await linkedIds(write, model, links, heldId)
    const row = { ...held, ...before }
    const given = await of(row)
    await lockReferences(write, fields, given)
    const whole = { ...row, ...given } as Complete<Of>
    if (Object.keys(given).length > 0) check?.(whole)
    const derived = derive(whole)
    const isGiven = ([name]: [string, unknown]) => name in given
    const changed = {
      ...given,
      ...differences(derive({ ...row } as Complete<Of>), derived),
      ...Object.fromEntries(Object.entries(derived).filter(isGiven)),
    }
    const isRestored = archivedBy !== undefined && archivedBy in changed && !changed[archivedBy]
    await refuseOtherSpellings(write, spelled, isRestored ? { ...row, ...changed } : changed, heldId)
    await write.change(held, without(links, changed) as Partial<Shape<M>>).catch(refuseTaken(model, fields))
    await writeLinks(write, model, links, heldId, { before, after: changed })
    if (Object.keys(changed).length > 0) await checkWritten?.(write, { ...row, ...changed })
    return { row: held, changed }
  }

  if (create) {
    const isDated = models.get(model)?.columns.has('createdAt')
    declare(
      'create',
      { key: undefined, fields },
      {
        description: create.description ?? `Makes ${called}.`,
        emits: [eventOf(name, 'created'), ...(create.beside ?? [])],
        shows,
        input: (t) => inputFields(t, created, true),
        async write(write, given) {
          const row = complete(fields, withOwner(byCustomers, write, given, created !== fields) as GivenOf<Of>)
          check?.(row)
          await lockReferences(write, fields, row, parent)
          await refuseOtherSpellings(write, spelled, row)
          const made = { ...without(links, row), ...derive(row), ...(await create.columns?.(write, row)) }
          const columns = Object.fromEntries(Object.entries(made).filter(([column]) => !fields[column]?.isSecret))
          const beside = { ...made, ...(isDated && { createdAt: write.now }) }
          const id = await write.create(model, columns as object, beside as object).catch(refuseTaken(model, fields))
          await writeLinks(write, model, links, id, { after: row })
          await checkWritten?.(write, { ...row, id })
          return { id }
        },
      },
    )
  }
  if (update) {
    const differ = (row: object, given: GivenOf<Of>): object => differing(own, row, given)
    const { rule = differ, beforehand, afterwards, others } = update
    const own = changeable(fields) as Of
    declare(
      'update',
      { key, fields: { ...owner, ...own } },
      {
        description: update.description ?? `Changes what may be written of ${called}; fields that are left out stay as they are.`,
        emits: [eventOf(name, 'updated'), ...(update.beside ?? [])],
        shows,
        input: (t) => ({ ...naming('update', t, own), ...others?.(t) }),
        async write(write, input) {
          const { [key]: id, ...given } = input as Readonly<Record<string, unknown>>
          await beforehand?.(write, readId(field(key), String(id)), given as UpdateGiven<Of, Others>)
          const { row, changed } = await change(write, input, async (held) => {
            const decided = rule(held, given as UpdateGiven<Of, Others>, write.now) as Partial<Shape<M>>
            await update.check?.(write, held, decided)
            return decided
          })
          await afterwards?.(write, row, changed, given as UpdateGiven<Of, Others>)
          return { id: (row as { id: bigint }).id }
        },
      },
    )
  }
  for (const [verb, { description, event, sets, check: checkOthers }] of Object.entries(changes)) {
    declare(
      verb,
      { key, fields: { ...owner } },
      {
        description,
        emits: [eventOf(name, event)],
        shows,
        input: (t) => naming(verb, t),
        async write(write, input) {
          const { row } = await change(write, input, async (held) => {
            await checkOthers?.(write, held)
            return sets(held, write.now)
          })
          return { id: (row as { id: bigint }).id }
        },
      },
    )
  }
  if (declared.upsert) {
    const of: UpsertedRecords = {
      ...{ model, fields, check, derive, archivedBy },
      columns: create?.columns,
      afterwards: update?.afterwards,
    }
    declareUpserts(of, name, declared.upsert.plural)
  }
  if (isDeletable) {
    const [scope] = registry.of(model).scopes
    if (!scope) throw new Error(`${model} takes no scope`)
    declare(
      'delete',
      { key, fields: { ...owner } },
      {
        description: `Deletes ${called}, which is refused while another record refers to it.`,
        emits: [eventOf(name, 'deleted')],
        scope,
        input: (t) => naming('delete', t),
        async write(write, input) {
          const row = (await holdRow(write, input)) as { id: bigint } & Shape<M>
          await write.delete(row).catch(refuseReferred(model))
          const gone = { type: eventOf(name, 'deleted'), recordType: snakeCase(model), id: row.id }
          const was = Object.keys(fields).map((column) => [column, { from: (row as Record<string, unknown>)[column], to: null }])
          return { changes: Object.fromEntries(was), emits: [gone] }
        },
      },
    )
  }
}

/** The columns of a record that another version of it has differently, as that one has them. */
const differences = <Columns extends object>(before: Columns, after: Columns): Partial<Columns> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof Columns])) as Partial<Columns>

/** The type of an event of a record. */
const eventOf = (name: string, what: string): EventType => eventTypeOf(`${snakeCase(name)}.${what}`)
