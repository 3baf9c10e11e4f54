/** Internal errors raised by a valid document: the log names the document, so that the error can be reproduced. */
import { type DocumentNode, getOperationAST } from 'graphql'
import type { Context } from '../../context.ts'
import { outageOf } from '../../db/outage.ts'
import { hashOf } from '../../values/hash.ts'

export class DocumentFault extends Error {
  /** The original error. */
  override readonly cause: Error

  /**
   * @param document or its text, where it was not parsed.
   *
   * @param what failed: `cannot be planned`.
   */
  constructor(document: DocumentNode | string, what: string, failure: unknown) {
    const cause = failure instanceof Error ? failure : new Error(String(failure))
    super(`${nameOf(document)} ${what}: ${cause.message}`)
    this.cause = cause
    // Commands print the stack of a final error.
    this.stack = `${this.message}\n${cause.stack}`
  }
}

/** A client's document is named by its text; our own have operation names. */
function nameOf(document: DocumentNode | string): string {
  if (typeof document === 'string') return `The document with the SHA-256 ${hashOf(document)}`
  const text = document.loc?.source.body
  return text === undefined ? `The operation ${getOperationAST(document)?.name?.value}` : nameOf(text)
}

/**
 * Creates the function that reports an operation's failures under its document. An outage or a client's disconnect is not attributed to the
 * document.
 */
export const reportOf =
  (document: DocumentNode, { report, signal }: Pick<Context, 'report' | 'signal'>): Context['report'] =>
  (error) => {
    const isNamed = error instanceof DocumentFault || error === signal.reason || outageOf(error) !== undefined
    report(isNamed ? error : new DocumentFault(document, 'failed', error))
  }
