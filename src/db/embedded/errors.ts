/** What can befall the embedded database. */
import { inspect } from 'node:util'

/** It has stopped with its thread; the words are those in which `pg` says that a connection is lost. */
export class ThreadEnded extends Error {
  constructor(cause: unknown) {
    super('Connection terminated: the embedded database has stopped.', { cause })
  }
}

/** What went wrong, in a few words; what WebAssembly throws is no error of JavaScript's. */
export const told = (cause: unknown): string =>
  cause instanceof Error ? cause.message : inspect(cause, { breakLength: Infinity })

/** The data in a directory could not be opened; the message is for the operator. */
export class CannotOpen extends Error {
  constructor(directory: string, freeMebibytes: number, { cause }: ThreadEnded) {
    super(`The embedded database in ${directory} could not be opened: ${told(cause)}. ${freeMebibytes} MiB are free there.`, {
      cause,
    })
  }
}

/** There is not enough room on the disk for a new database; the message is for the operator. */
export class NoDiskSpace extends Error {}
