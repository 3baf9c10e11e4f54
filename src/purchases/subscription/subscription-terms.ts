/** The terms of a subscription, now and from its next renewal on, as one text to compare. Pure. */
import { renewableColumns, type TermColumns } from './renewable.ts'

const names = renewableColumns.filter(([, { isTerm }]) => isTerm).map(([name]) => name as keyof TermColumns)

/** The text of a subscription's terms: equal texts are equal terms. */
export const termsOf = (row: TermColumns): string => names.map((name) => row[name] ?? '').join(' ')
