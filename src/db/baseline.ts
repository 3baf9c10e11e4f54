/** Brings an empty embedded database up to date by one script, which `npm run generate` makes of all migrations. */
import { readFileSync } from 'node:fs'
import { readContents } from './contents.ts'
import type { Session } from './session.ts'

/** The script, which leaves what all migrations leave, and their history. */
export const baselineFile = new URL('../../prisma/generated/baseline.sql', import.meta.url)

/** Applies the baseline where there is nothing yet, whole or not at all; migrations that it does not have are missing after it. */
export async function applyBaseline(session: Session): Promise<void> {
  const { hasHistory, others } = await readContents(session)
  // One message of several statements is one transaction.
  if (!hasHistory && others.length === 0) await session.exec(readFileSync(baselineFile, 'utf8'))
}
