/** What the plans of all root fields that read have in common. */
import type { TextRow } from '../db/text-query.ts'
import type { Link } from '../schema/registry.ts'
import { checkLink } from '../schema/visible.ts'
import { noteArguments, type Selected } from './fields.ts'
import { lastMade } from './last.ts'
import type { Planning } from './planning.ts'
import type { PageToRead, Reading, StatementInput } from './reading.ts'

/** Reads what a root field asks for and writes it as JSON. */
export type Read = (reading: Reading) => Promise<string> | string

/** A root field that is one page, which is read together with others. */
export type PageRead = {
  page: PageToRead
  /**
   * Makes ready what its statement is written from.
   *
   * @throws Refusal for what cannot be asked for.
   */
  begin: (reading: Reading) => void
  /** Writes the JSON of what was read. */
  write: (columns: TextRow, reading: Reading) => string
}

/** What is refused of a root field before anything is read: relations that the viewer may not follow, arguments that cannot be. */
export function refusals(planning: Planning): (asked: StatementInput) => void {
  const links: readonly Link[] = [...planning.links]
  const checks = planning.checks.splice(0)
  planning.links.clear()
  return (asked) => {
    for (const link of links) checkLink(link, asked.viewer)
    for (const check of checks) check(asked)
  }
}

/**
 * Makes the function that makes a part of a root field's statement, kept for whoever asks the same; once all is planned that the field
 * selects.
 *
 * @param own the field, where what it is given itself shows in the statement.
 */
export function keptPart<Made>(
  planning: Planning,
  own: Selected | undefined,
  make: (asked: StatementInput) => Made,
): (reading: Reading) => Made {
  const names = new Set(planning.variables)
  planning.variables.clear()
  if (own) noteArguments(own.nodes, names)
  return lastMade([...names], make)
}
