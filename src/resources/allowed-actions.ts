/** The operations on a record, and which of them are allowed now, by the very rules that the operations obey. Pure. */
import { type ErrorCode, Refusal } from '../values/errors.ts'

type AskedRule<Facts extends readonly unknown[]> = {
  /** The mutation that does it, with the input beside the id that makes it this operation. */
  mutation: string
  input?: Record<string, unknown>
  /** The rule that answers for the record; one that returns an empty object would change nothing. */
  rule: (...facts: Facts) => unknown
}

/** The operations on a kind of record by their names. */
export type Operations<Facts extends readonly unknown[]> = Readonly<Record<string, AskedRule<Facts>>>

export type Action = {
  name: string
  allowed: boolean
  changesNothing: boolean
  blockedBy: { code: ErrorCode; message: string } | null
}

/** Refuses a mutation, by its name and input, that the credential may not run. */
export type CheckCredential = (mutation: string, input?: Record<string, unknown>) => void

/** Asks the rules of all operations. */
export function actionsBy<Facts extends readonly unknown[]>(
  operations: Operations<Facts>,
  facts: Facts,
  checkCredential: CheckCredential,
): Action[] {
  return Object.entries(operations).map(([name, { mutation, input, rule }]) => {
    try {
      checkCredential(mutation, input)
      return { name, allowed: true, changesNothing: isEmpty(rule(...facts)), blockedBy: null }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { name, allowed: false, changesNothing: false, blockedBy: { code: error.code, message: error.message } }
    }
  })
}

const isEmpty = (change: unknown): boolean => typeof change === 'object' && change !== null && Object.keys(change).length === 0
