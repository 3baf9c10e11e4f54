/** The time that the processes of a test share: a file holds it. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, clockOf } from '../../src/db/clock.ts'
import { today } from '../support/template.ts'

export const minute = 60
export const hour = 3_600

export type SharedTime = {
  /** The clock of this process. */
  clock: Clock
  /** The file that clocks of other processes read. */
  file: string
  /** Lets seconds pass for all processes. */
  pass(seconds: number): void
  /** Lets the time until then pass, if it is ahead. */
  passUntil(then: Date | null | undefined): void
  remove(): void
}

/** A time that begins with `today`. */
export function sharedTime(): SharedTime {
  const directory = mkdtempSync(join(tmpdir(), 'tandem-time-'))
  const file = join(directory, 'time')
  let time = today.getTime()

  function pass(seconds: number): void {
    time += seconds * 1_000
    writeFileSync(`${file}.new`, new Date(time).toISOString())
    renameSync(`${file}.new`, file)
  }

  pass(0)
  return {
    clock: clockOf(() => new Date(time)),
    file,
    pass,
    passUntil: (then) => pass(Math.max(0, ((then?.getTime() ?? 0) - time) / 1_000)),
    remove: () => rmSync(directory, { recursive: true }),
  }
}
