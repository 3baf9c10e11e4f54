/** Tells how far long work is: one rewritten line on a terminal, a line now and then elsewhere. */

export type Progress = {
  /** Announces that `done` of `total` steps of a stage are over; `rows` counts what was written so far. */
  step(stage: string, done: number, total: number, rows?: number): void
  /** Ends the line, so that other output can follow. */
  end(): void
}

const linesApartMs = 10_000

export function showProgress(stream: NodeJS.WriteStream, clock: () => number = Date.now): Progress {
  let stage = ''
  let stageBegan = 0
  let lastLine = 0
  let dirty = false
  return {
    step(name, done, total, rows) {
      const now = clock()
      if (name !== stage) {
        stage = name
        stageBegan = now
        lastLine = now
      }
      const seconds = (now - stageBegan) / 1000
      const line = describe(name, done, total, rows, seconds)
      if (stream.isTTY) {
        stream.write(`\r\x1b[2K${line}`)
        dirty = true
        if (done === total) this.end()
      } else if (done === total || now - lastLine >= linesApartMs) {
        lastLine = now
        stream.write(`${line}\n`)
      }
    },
    end() {
      if (dirty) stream.write('\n')
      dirty = false
    },
  }
}

function describe(stage: string, done: number, total: number, rows: number | undefined, seconds: number): string {
  const parts = [
    `${stage}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    `${Math.floor((done / total) * 100)} %`,
  ]
  if (rows !== undefined && seconds >= 1) parts.push(`${Math.round(rows / seconds).toLocaleString('en')} rows/s`)
  if (seconds >= 1 && done < total) parts.push(`${duration((seconds / done) * (total - done))} left`)
  if (done === total) parts.push(`took ${duration(seconds)}`)
  return parts.join(', ')
}

/** Writes seconds for people: `42 s`, `3 min 5 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
