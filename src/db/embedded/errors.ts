/** Errors of the embedded database. */
import { inspect } from 'node:util'

/** It has stopped with its thread; the words are those in which `pg` says that a connection is lost. */
export class ThreadEnded extends Error {
  constructor(cause: unknown) {
    super('Connection terminated: the embedded database has stopped.', { cause })
  }
}

/** The message of an error; WebAssembly may throw values that are no Error. */
export const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : inspect(cause, { breakLength: Infinity })

/** The data in a directory could not be opened; the message is for the operator. */
export class CannotOpen extends Error {
  constructor(directory: string, freeMebibytes: number, { cause }: ThreadEnded) {
    super(
      `The embedded database in ${directory} could not be opened: ${messageOf(cause)}. ${freeMebibytes} MiB are free there.`,
      {
        cause,
      },
    )
  }
}

/** There is not enough room on the disk for a new database; the message is for the operator. */
export class NoDiskSpace extends Error {}

/** A command was cut off by the server whose database it used; the message is for the operator. */
export class CutOff extends Error {}

/** Another command makes a backup; the message is for the operator. */
export class BackupUnderWay extends Error {
  constructor() {
    super('Another backup of this database is under way')
  }
}
