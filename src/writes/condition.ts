/** Compares the condition of a write with the record that it has locked. */
import { conditionField, markField } from '../schema/condition.ts'
import { inWords } from '../schema/wording.ts'
import { Refusal } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'

type MarkedRow = Readonly<{ id?: unknown; changedIn?: unknown }>

/**
 * Checks that a record is as the sender of a write read it.
 *
 * @param resource of the record, for the sentence.
 * @param row the locked row; undefined where there is none.
 * @param changedIn the mark that it is to have; undefined for any.
 * @param isShown whether the payload shows the record, and so shows it as it is.
 * @throws Refusal CONFLICT.
 */
export function checkCondition(
  resource: string,
  row: MarkedRow | undefined,
  changedIn: bigint | undefined,
  isShown: boolean,
): void {
  if (changedIn === undefined || row?.changedIn === changedIn) return
  if (!row) throw new Refusal('CONFLICT', say`There is no such ${inWords(resource)} to be changed.`, conditionField)
  const now = row.changedIn as bigint
  throw new Refusal(
    'CONFLICT',
    say`The ${inWords(resource)} was changed meanwhile: ${field(markField)} was ${changedIn}, and is ${now}.`,
    conditionField,
    undefined,
    { changedIn: now, ...(isShown && { id: row.id as bigint }) },
  )
}
