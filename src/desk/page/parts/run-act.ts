/** Runs the mutation of an act, dry or in earnest, and reads what it refuses. */
import type { CombinedError, TypedDocumentNode } from 'urql'
import { client, codeOf, sentenceOf } from '../client.ts'
import { type LabelledField, shownFault } from './fault.ts'
import { FieldFault } from './field-fault.ts'

/** @property changedIn the present mark of a record that is not as it was read. */
type FieldRefusal = { field: string | null; message: string; changedIn?: string | null }

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

/** The time after the last key before the dry run. */
export const restMilliseconds = 250

/** @property isUnknown whether it may be tried again as it is: no answer says what was done, or the session was over. */
export type Trial = { payload?: unknown; faults: readonly FieldRefusal[]; isUnknown?: boolean }

/** The codes of errors that leave it open what was done; none where the server was not reached. */
const unclear: ReadonlySet<string | undefined> = new Set([
  undefined,
  ...['INTERNAL', 'UNAVAILABLE', 'TIMEOUT', 'RATE_LIMITED', 'IDEMPOTENCY_KEY_IN_USE', 'UNAUTHENTICATED'],
])

/** The sentences of an error; the dialog that signs in again says that a session is over. */
const sentencesOf = (error: CombinedError): readonly string[] => {
  if (codeOf(error) === 'UNAUTHENTICATED') return ['']
  const messages = error.graphQLErrors.map(({ message }) => message)
  return messages.length > 0 ? messages : [sentenceOf(error)]
}

/** @param key of the Idempotency-Key header, where it is in earnest; `changedIn` the mark that the record was read with. */
export async function runAct(
  { document, fields = [], input: read }: Mutated & { fields?: readonly LabelledField[] },
  values: FormValues,
  dryRun: boolean,
  { key, changedIn }: { key?: string | undefined; changedIn?: string | null | undefined } = {},
): Promise<Trial> {
  let input: Record<string, unknown>
  try {
    input = { ...read(values), ...(changedIn && { ifChangedIn: changedIn }) }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { faults: [{ field: error.field, message: error.message }] }
  }
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {}
  const { data, error } = await client.mutation(document, { input, dryRun }, { fetchOptions: { headers } }).toPromise()
  const shown = (fault: FieldRefusal) => shownFault(fault, fields, input)
  if (error)
    return { faults: sentencesOf(error).map((message) => shown({ field: null, message })), isUnknown: unclear.has(codeOf(error)) }
  const [payload] = Object.values(data as Record<string, { userErrors: FieldRefusal[] }>)
  return { payload, faults: payload?.userErrors.map(shown) ?? [] }
}
