/** Faults of ours that a valid document has shown: the log names the document, so that it can be looked for and tried again. */
import { type DocumentNode, print } from 'graphql'
import type { Context } from '../context.ts'
import { outageOf } from '../db/outage.ts'
import { hashOf } from '../values/hash.ts'

export class DocumentFault extends Error {
  /** @param what became of the document: `cannot be planned`. */
  constructor(document: DocumentNode, what: string, cause: unknown) {
    const text = document.loc?.source.body ?? print(document)
    const { message, stack } = cause instanceof Error ? cause : new Error(String(cause))
    super(`The document with the SHA-256 ${hashOf(text)} ${what}: ${message}`, { cause })
    // Where it came from is what there is to mend.
    this.stack = stack ?? ''
  }
}

/** Makes what reports failures of an operation by the name of its document. Where the database or the client is away it is not at fault. */
export const reportOf =
  (document: DocumentNode, { report, signal }: Pick<Context, 'report' | 'signal'>): Context['report'] =>
  (error) => {
    const isNamed = error instanceof DocumentFault || error === signal.reason || outageOf(error) !== undefined
    report(isNamed ? error : new DocumentFault(document, 'failed', error))
  }
