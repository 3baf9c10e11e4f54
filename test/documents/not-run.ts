/** The commands of the documents that their test does not run, each with the reason. */
import type { Block } from './pages.ts'

type NotRun = {
  page: string
  /** A text that the block has and no other of the page. */
  has: string
  reason: string
  /** Its output is compared all the same: with the start screen of the test's own server. */
  shows?: 'screen'
}

export const notRun: readonly NotRun[] = [
  {
    page: 'README.md',
    has: 'npm ci && npm start',
    reason:
      'installs the packages that run the test; the start is done by the test itself, on a port and in a directory of its own',
    shows: 'screen',
  },
  {
    page: 'src/cli/README.md',
    has: 'npm start',
    reason: 'wants a PostgreSQL server',
  },
  {
    page: 'src/cli/README.md',
    has: 'npm run seed\n',
    reason: 'wants a PostgreSQL server',
  },
  {
    page: 'src/cli/README.md',
    has: '--scale',
    reason: 'wants a PostgreSQL server, and half a minute',
  },
  {
    page: 'src/deploy/README.md',
    has: 'docker build',
    reason: 'wants a container engine; `npm run image` runs the steps without one',
  },
  {
    page: 'src/deploy/README.md',
    has: 'docker compose',
    reason: 'wants a container engine',
  },
]

/** A page whose commands are run by a test of its own, `backup.test.ts`: they want databases to copy. */
export const backupPage = 'src/cli/backup.md'

/** A chapter whose commands are run by a test of its own, `own-shop.test.ts`: they make a store while no server runs. */
export const isOfOwnShop = ({ page, heading }: Block): boolean =>
  page === 'README.md' && heading === 'Your own shop in ten minutes'

export function reasonOf(block: Block): Omit<NotRun, 'has'> | undefined {
  const { page, text } = block
  if (page === backupPage) return { page, reason: 'is run by backup.test.ts' }
  if (isOfOwnShop(block)) return { page, reason: 'is run by own-shop.test.ts' }
  return notRun.find((each) => each.page === page && text.includes(each.has))
}
