/** Faults of ours that a valid document has shown: the log names the document, so that it can be looked for and tried again. */
import { type DocumentNode, getOperationAST } from 'graphql'
import type { Context } from '../context.ts'
import { outageOf } from '../db/outage.ts'
import { hashOf } from '../values/hash.ts'

export class DocumentFault extends Error {
  /** What went wrong, and where: what there is to mend. */
  override readonly cause: Error

  /**
   * @param document or the text that was to be one.
   * @param what became of it: `cannot be planned`.
   */
  constructor(document: DocumentNode | string, what: string, failure: unknown) {
    const cause = failure instanceof Error ? failure : new Error(String(failure))
    super(`${nameOf(document)} ${what}: ${cause.message}`)
    this.cause = cause
    // What a command ends with is printed by its stack.
    this.stack = `${this.message}\n${cause.stack}`
  }
}

/** Of a client's document there is the text; ours, which are made at the start, have names. */
function nameOf(document: DocumentNode | string): string {
  if (typeof document === 'string') return `The document with the SHA-256 ${hashOf(document)}`
  const text = document.loc?.source.body
  return text === undefined ? `The operation ${getOperationAST(document)?.name?.value}` : nameOf(text)
}

/** Makes what reports failures of an operation by the name of its document. Where the database or the client is away it is not at fault. */
export const reportOf =
  (document: DocumentNode, { report, signal }: Pick<Context, 'report' | 'signal'>): Context['report'] =>
  (error) => {
    const isNamed = error instanceof DocumentFault || error === signal.reason || outageOf(error) !== undefined
    report(isNamed ? error : new DocumentFault(document, 'failed', error))
  }
