/** The parts that all plans of root fields share. */
import type { Link } from '../../schema/registry.ts'
import { checkLink } from '../../schema/visible.ts'
import type { StatementInput } from '../request.ts'
import type { Planning } from './planning.ts'

/** Creates the checks of a root field that run before any statement: closed relations, invalid arguments. */
export function refusals(planning: Planning): (request: StatementInput) => void {
  const links: readonly Link[] = [...planning.links]
  const checks = planning.checks.splice(0)
  planning.links.clear()
  return (request) => {
    for (const link of links) checkLink(link, request.viewer)
    for (const check of checks) check(request)
  }
}
