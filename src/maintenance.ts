/** What the server does now and then: each job by itself, so that one that is slow or fails keeps none of the others waiting. */

/** Work, which tells of what went wrong with a part of it and goes on with the rest. */
export type MaintenanceJob = (report: (error: unknown) => void) => Promise<unknown>

const pauseMilliseconds = 60_000

/**
 * Does the jobs once a minute; one that is still being done is left alone.
 *
 * @param report hears what went wrong, and with which job.
 */
export function runMaintenance(
  jobs: Readonly<Record<string, MaintenanceJob>>,
  report: (error: unknown, name: string) => void,
): void {
  for (const [name, job] of Object.entries(jobs)) {
    const tell = (error: unknown) => report(error, name)
    let isBusy = false
    const work = async () => {
      if (isBusy) return
      isBusy = true
      try {
        await job(tell)
      } catch (error) {
        tell(error)
      } finally {
        isBusy = false
      }
    }
    setInterval(work, pauseMilliseconds).unref()
  }
}
