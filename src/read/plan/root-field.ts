/** The parts that all plans of root fields share. */
import type { Link } from '../../schema/registry.ts'
import { checkLink } from '../../schema/visible.ts'
import type { Reading, StatementInput } from '../request.ts'
import { memoizeLast } from '../run/memoize-last.ts'
import { noteArguments, type Selected } from './fields.ts'
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

/**
 * Memoizes the function that writes a part of a root field's statement; created once the whole selection is planned.
 *
 * @param own the field, where its own arguments influence the statement.
 */
export function keptPart<Made>(
  planning: Planning,
  own: Selected | undefined,
  make: (request: StatementInput) => Made,
): (reading: Reading) => Made {
  const names = new Set(planning.variables)
  planning.variables.clear()
  if (own) noteArguments(own.nodes, names)
  return memoizeLast([...names], make)
}
