/** Compares what bodies have embedded with the records, where their write leaves these as they are. */
import { GraphQLError, type GraphQLSchema } from 'graphql'
import type { Context } from '../context.ts'
import type { SentBack } from '../schema/sent-back.ts'
import { Refusal } from '../values/errors.ts'
import type { Body } from './body.ts'
import { changeAdvice } from './change-advice.ts'
import type { Compiled } from './compile.ts'
import { checkEmbedded, compileShown, embeddedIn, type Place } from './embedded.ts'
import { runRow } from './plan.ts'
import { readQueryVariables } from './read.ts'
import { recordIn } from './reply.ts'
import type { Table } from './table.ts'

/** A body, with the names of its fields that are neither written nor columns of the record. */
type SentRecord = { body: Body; others: readonly string[] }

/** The row that reads the records of a write: the one at its path, or their list. */
type Reader = { row: Compiled; ids: Record<string, string> }

/**
 * Makes the comparison of a write; one statement reads all records.
 *
 * @param sent the bodies by their places.
 * @param write the row of the record that may change what it shows, and the name of the list in the body, if it is one.
 * @returns undefined where no body has anything that is compared.
 */
export function embeddedCheck(
  { schema, rows }: Table,
  reader: Reader,
  sent: ReadonlyMap<number, SentRecord>,
  write: { row: Compiled; list?: string | undefined },
  context: Context,
): SentBack['checkEmbedded'] {
  const compared = [...sent].flatMap(([index, { body, others }]) => {
    const names = embeddedIn(schema, reader.row, others)
    return names.length > 0 ? [[index, { body, names }] as const] : []
  })
  if (compared.length === 0) return undefined
  const bodies = new Map(compared)
  const advise = (place: Place) => changeAdvice(schema, rows, write.row, place)
  return async (read, unchanged) => {
    const asked = unchanged.filter(({ index }) => bodies.has(index))
    const relations = new Set(asked.flatMap(({ index }) => bodies.get(index)?.names ?? []))
    const refused = new Map<number, Refusal>()
    if (asked.length === 0) return refused
    const ids = asked.map(({ id }) => String(id))
    const found = await readRecords(schema, reader, { ids, relations: [...relations] }, { ...context, rows: read })
    for (const { index, id } of asked) {
      const { body, names } = bodies.get(index) ?? { body: {}, names: [] }
      const now = found.get(String(id))
      const prefix = write.list === undefined ? '' : `${write.list}[${index}].`
      try {
        if (now) checkEmbedded(compileShown(schema, reader.row), names, body, now, advise, prefix)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused.set(index, error)
      }
    }
    return refused
  }
}

type EmbeddedCheck = typeof embeddedCheck

/** The same for records of a type, which are read by the list of all of them. */
export function listedCheck(
  table: Table,
  type: string,
  sent: Parameters<EmbeddedCheck>[2],
  { row, list }: Parameters<EmbeddedCheck>[3],
  context: Context,
): ReturnType<EmbeddedCheck> {
  const reader = table.readOnly.listOf(type)
  const write = { row: table.readOnly.readerOf(type) ?? row, list }
  return reader && embeddedCheck(table, { row: reader, ids: {} }, sent, write, context)
}

/** Reads records with some of their relations. @returns them by their ids. */
async function readRecords(
  schema: GraphQLSchema,
  { row, ids: path }: Reader,
  { ids, relations }: { ids: readonly string[]; relations: readonly string[] },
  context: Context,
): Promise<ReadonlyMap<string, Body>> {
  const isList = row.answer === 'list'
  const parameters = [
    ...relations.filter((name) => row.embeddable.includes(name)).map((value) => ({ name: 'with', value })),
    ...(isList
      ? [
          { name: 'id__in', value: ids.join() },
          { name: 'limit', value: String(ids.length) },
        ]
      : []),
    ...(row.variables.has('archived') ? [{ name: 'archived', value: 'true' }] : []),
  ]
  const { errors, answer } = await runRow(schema, row, readQueryVariables(row, path, parameters, 0).variables, context)
  // An error of this read is none of the write's own refusals, which are kept and answered again.
  if (errors?.[0]) throw new GraphQLError(errors[0].message, { extensions: errors[0].extensions })
  if (!isList) return new Map([[ids[0] ?? '', JSON.parse(recordIn(answer?.text) ?? 'null') as Body]])
  return new Map((JSON.parse(answer?.text ?? '[]') as Body[]).map((record) => [String(record.id), record]))
}
