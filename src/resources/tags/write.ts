/** Adds tags to records of one kind, and removes them: all are locked, and what changes is written by one statement. */
import { type BulkWrite, writeSeveral } from '../../records/bulk.ts'
import type { FaultPolicy } from '../../schema/several.ts'
import { badInput, notFound } from '../../values/errors.ts'
import { each } from '../../values/faults.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { keptSpellings, mostTagCharacters, mostTags, tagsFault, withoutTags, withTags } from '../../values/tags.ts'
import type { EventType } from '../../writes/event-types.ts'
import type { Write } from '../../writes/write.ts'
import { builder, mutation } from '../describe.ts'
import { kinds, type TaggedKind } from './kinds.ts'

/** The most records of one write. */
const most = 1_000

const kindEnum = builder.enumType('TaggedKind', {
  description: 'A kind of records that have tags.',
  values: {
    customer: { description: 'Customers.' },
    order: { description: 'Orders.' },
    subscription: { description: 'Subscriptions.' },
    product: { description: 'Products.' },
  } satisfies Record<TaggedKind, object>,
})

type TaggedRow = { id: bigint; tags: string[]; customerId?: bigint }

/** The tags that a record has after a write. Pure. */
type Retag = (before: readonly string[], given: readonly string[]) => string[]

/** The write of the tags of records of a kind, which are named by their ids. */
function retagging(
  kind: TaggedKind,
  retag: Retag,
  given: readonly string[],
): BulkWrite<bigint, ReadonlyMap<bigint, TaggedRow>, { row: TaggedRow; tags: string[] }> {
  const { model, emits } = kinds[kind]
  return {
    ...{ list: 'ids', record: kind, resource: model, emits: [emits], most },
    async lock(write, ids) {
      const rows: readonly TaggedRow[] = await write.lockAll(model, { id: { in: [...new Set(ids)] } })
      return new Map(rows.map((row) => [row.id, row]))
    },
    judge(id, { found }) {
      const row = found.get(id)
      if (!row) throw notFound(say`there is no ${kind} ${String(id)}.`)
      const tags = retag(row.tags, given)
      if (tags.length > Math.max(mostTags, row.tags.length))
        throw badInput(say`${kind} ${String(id)} may have at most ${mostTags} tags, and would have ${tags.length}.`)
      return { row, tags }
    },
    async writeAll(write, plans) {
      const changed = await write.changeAll(new Map(plans.map(({ row, tags }) => [row, { tags }])))
      return plans.map(({ row }) => {
        const changes = changed.get(row) ?? {}
        // Of a record that is named twice the first has its change.
        changed.delete(row)
        return { id: row.id, ...subjectOf(kind, row), changes }
      })
    },
  }
}

/** The records that the log entry of one refers to. */
function subjectOf(kind: TaggedKind, { id, customerId }: TaggedRow) {
  return {
    recordType: kind,
    ...(kind === 'order' && { orderId: id }),
    ...(kind === 'subscription' && { subscriptionId: id }),
    ...(kind === 'customer' ? { customerId: id } : customerId !== undefined && { customerId }),
  }
}

const emits = Object.values(kinds).map((kind) => kind.emits) as [EventType, ...EventType[]]

type TagsGiven = { kind: TaggedKind; ids: readonly string[]; tags: readonly string[]; onError?: FaultPolicy | null }

/** Declares a mutation that changes the tags of several records. */
function retagMutation(name: string, description: string, ofTags: string, retag: Retag): void {
  mutation(name, {
    description: `${description} of up to ${most.toLocaleString('en-US')} records of one kind, as one write. Case and accents make no difference.`,
    emits,
    scope: ({ kind }) => kinds[kind as TaggedKind].scope,
    many: { field: 'ids' },
    input: (t) => ({
      kind: t.field({ type: kindEnum, required: true, description: 'The kind of the records.' }),
      ids: t.idList({ required: true, description: `The records, 1 to ${most}.` }),
      tags: t.stringList({ required: true, description: ofTags }),
    }),
    async write(write, given) {
      return { many: await retagAll(write, given as TagsGiven, retag) }
    },
  })
}

async function retagAll(write: Write, { kind, ids, tags, onError }: TagsGiven, retag: Retag) {
  if (ids.length < 1 || ids.length > most) throw badInput(say`${field('ids')} must have 1 to ${most} ids, not ${ids.length}.`)
  const known = keptSpellings(tags)
  const fault =
    tags.length === 0 ? say`${field('tags')} must have 1 to ${mostTags} tags, not 0.` : tagsFault(known, field('tags'))
  if (fault) throw badInput(fault)
  const read = each(ids.entries(), ([index, id]) => readId(field(`ids[${index}]`), id))
  return writeSeveral(write, retagging(kind, retag, known), read, { list: 'ids', policy: onError ?? 'reject_all' })
}

const given = (verb: string) => `The tags that ${verb}, 1 to ${mostTags} of at most ${mostTagCharacters} characters.`

retagMutation('addTags', 'Adds tags to those', `${given('are added')} A record keeps the spelling that it has of one.`, withTags)
retagMutation(
  'removeTags',
  'Removes tags from those',
  `${given('are removed')} A record without one stays as it is.`,
  withoutTags,
)
