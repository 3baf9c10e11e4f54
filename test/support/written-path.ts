/** Writes the path of a row as the product shows it, in a way of its own. */
import type { Role } from '../../src/auth/viewer.ts'
import type { Path } from '../../src/schema/path.ts'

export const writtenPath = ({ steps }: Path, row: Readonly<Record<string, unknown>>, role: Role): string =>
  steps(role)
    .map((step) => ('column' in step ? String(row[step.column]) : step.text))
    .join('')
