/** Runs the periodic jobs of a server, each by itself, so that one that is slow or fails delays none of the others. */

/** A job; it reports the failure of a part and continues with the rest. */
export type MaintenanceJob = (report: (error: unknown) => void) => Promise<unknown>

const pauseMilliseconds = 60_000

/**
 * Runs the jobs once a minute; one that still runs is skipped.
 *
 * @param report takes each error with the name of its job.
 */
export function runMaintenance(
  jobs: Readonly<Record<string, MaintenanceJob>>,
  report: (error: unknown, name: string) => void,
): void {
  for (const [name, job] of Object.entries(jobs)) {
    const reportFailure = (error: unknown) => report(error, name)
    let isBusy = false
    const work = async () => {
      if (isBusy) return
      isBusy = true
      try {
        await job(reportFailure)
      } catch (error) {
        reportFailure(error)
      } finally {
        isBusy = false
      }
    }
    setInterval(work, pauseMilliseconds).unref()
  }
}
