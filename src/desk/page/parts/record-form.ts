/** The form of a record as a page has read it, beside the one that it would show now. */
import type { FormValues } from './run-act.ts'

type FormField = { name: string; label: string; kind: string; options?: readonly { value: string; label: string }[] }

/** The record of an act as the page has read it: its kind in the log, and the mark that it is written under. */
export type ReadRecord = { kind: string; id: string; changedIn: string | null }

/** A form of a record as the page has read it. */
export type RecordForm = { of?: ReadRecord | undefined; fields?: readonly FormField[]; values?: FormValues }

/** The values to go on with: those that the person entered, and of all others those that the record has now. */
export const mergedValues = (read: RecordForm, now: RecordForm, entered: FormValues): FormValues => ({
  ...entered,
  ...Object.fromEntries(
    (now.fields ?? []).map(({ name }) => {
      const before = read.values?.[name] ?? ''
      const own = entered[name] ?? before
      return [name, own === before ? (now.values?.[name] ?? '') : own]
    }),
  ),
})

/** A value as the person chose it. */
export function shownValue(spec: FormField, value = ''): string {
  if (spec.kind === 'check') return value === 'yes' ? 'yes' : 'no'
  if (spec.kind === 'choice') return spec.options?.find((option) => option.value === value)?.label ?? value
  return value === '' ? 'nothing' : value
}
