/** The commands of the documents that their test does not run, each with the reason. */
import type { Block } from './pages.ts'

type NotRun = {
  page: string
  /** What the block has and no other of the page. */
  has: string
  reason: string
  /** What it prints is compared all the same: with what the test's own server showed when it started. */
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
    page: 'src/cli/README.md',
    has: 'docker build',
    reason: 'wants Docker, and a PostgreSQL server',
  },
]

export const reasonOf = ({ page, text }: Block): NotRun | undefined =>
  notRun.find((each) => each.page === page && text.includes(each.has))
