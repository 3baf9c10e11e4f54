/** Runs the mutation of an act, dry or in earnest, and reads what it refuses. */
import type { TypedDocumentNode } from 'urql'
import { client, codeOf, sentenceOf } from '../client.ts'

type FieldRefusal = { field: string | null; message: string }

/** The values of the fields by their names, as forms have them. */
export type FormValues = Readonly<Record<string, string>>

// biome-ignore lint/suspicious/noExplicitAny: each act has a document of its own, whose input `input` makes.
export type AnyMutation = TypedDocumentNode<any, any>

/** A mutation, and how its input is made of the values of fields. */
export type Mutated = {
  document: AnyMutation
  /** The mutation's input from the fields. @throws FieldFault where one cannot be read. */
  input: (values: FormValues) => Record<string, unknown>
}

/** A field that cannot be read; the server is not asked. */
export class FieldFault extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** The time after the last key before the dry run. */
export const restMilliseconds = 250

export type Trial = { payload?: unknown; faults: readonly FieldRefusal[] }

/** @param key of the Idempotency-Key header, where it is in earnest. */
export async function runAct(
  { document, input: read }: Mutated,
  values: FormValues,
  dryRun: boolean,
  key?: string,
): Promise<Trial> {
  let input: Record<string, unknown>
  try {
    input = read(values)
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { faults: [{ field: error.field, message: error.message }] }
  }
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {}
  const { data, error } = await client.mutation(document, { input, dryRun }, { fetchOptions: { headers } }).toPromise()
  if (error) return { faults: [{ field: null, message: codeOf(error) === 'UNAUTHENTICATED' ? '' : sentenceOf(error) }] }
  const [payload] = Object.values(data as Record<string, { userErrors: FieldRefusal[] }>)
  return { payload, faults: payload?.userErrors ?? [] }
}
