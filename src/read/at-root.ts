/** What the plans of all root fields that read have in common. */
import type { Link } from '../schema/registry.ts'
import { checkLink } from '../schema/visible.ts'
import type { Planning } from './planning.ts'
import type { Reading } from './reading.ts'

/** Reads what a root field asks for and writes it as JSON. */
export type Read = (reading: Reading) => Promise<string>

/** What is refused of a root field before anything is read: relations that the viewer may not follow, arguments that cannot be. */
export function refusals(planning: Planning): (reading: Reading) => void {
  const links: readonly Link[] = [...planning.links]
  const checks = planning.checks.splice(0)
  planning.links.clear()
  return (reading) => {
    for (const link of links) checkLink(link, reading.viewer)
    for (const check of checks) check(reading)
  }
}
