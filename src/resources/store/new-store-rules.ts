/** The rules of a new store. Pure. */
import { checked } from '../../values/written-values.ts'
import { readCurrency, readHost } from './rules.ts'
import { writable } from './writable.ts'

/** The input of an operator for a new store. */
export type NewStore = { name: string; host: string; currency: string }

/**
 * Checks what a new store is to be, and spells host and currency as they are kept.
 *
 * @throws Refusal BAD_INPUT.
 */
export function newStore({ name, host, currency }: NewStore): NewStore {
  checked({ name: writable.name }, { name })
  return { name: name.trim(), host: readHost(host), currency: readCurrency(currency) }
}
