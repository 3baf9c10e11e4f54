import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { withoutDatabase } from './support/without-database.ts'

/** Tests that start servers and commands over an embedded database, wherever the other tests have theirs: they run with the embedded ones. */
const ofEmbedded = [
  'test/server.test.ts',
  'test/first-start.test.ts',
  'test/cli/key.test.ts',
  'test/cli/launch.test.ts',
  'test/db/embedded.test.ts',
]

/** Takes longest. Begun last, one worker would still be at it when the others have nothing left to do. */
const longest = ['test/worker/exactly-once.test.ts', 'test/simulation/', 'test/copies/', ...ofEmbedded, 'test/documents/']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.includes(path))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    // They have packages of their own: `npm run clients`, `npm run bench -- compare`, `npm run image`; or take what not every machine has: `npm run fleet`.
    exclude: [
      'test/clients/**',
      'test/bench/peers/**',
      'test/deploy/image.test.ts',
      'test/fleet/**',
      ...(process.env.TEST_DATABASE_URL ? [...ofEmbedded, ...withoutDatabase] : []),
    ],
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/support/files.ts', 'test/support/template.ts'],
    setupFiles: ['test/support/every-statement.ts'],
    // Tests make much that is soon forgotten; with little room for it a tenth of their time went into looking what is.
    execArgv: ['--max-semi-space-size=128'],
    // An embedded database takes 300 MB and a core; more at once only wait for each other.
    maxWorkers: 2,
    // Files share the modules of their worker, which hold no state: importing them anew for each file took longer than the tests.
    isolate: false,
    // Node itself reads the modules, as it does for the product; rewritten by Vite they took a tenth longer, and a second each to load.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
