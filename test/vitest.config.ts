import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ofEmbedded, onBoth, withoutDatabase } from './support/lanes.ts'

/** Takes longest. Begun last, one worker would still be at it when the others have nothing left to do. */
const longest = ['test/worker/exactly-once.test.ts', 'test/simulation/', 'test/copies/', ...ofEmbedded, 'test/documents/']

/** The files of one database after each other, since a worker belongs to one; the longest of each first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.includes(path))
    const isEmbedded = ({ project }: TestSpecification) => project.name === 'embedded'
    const rank = (file: TestSpecification) => (isEmbedded(file) ? 0 : 2) + (isLong(file) ? 0 : 1)
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

const all = ['test/**/*.test.ts']
// They have packages of their own: `npm run clients`, `npm run bench -- compare`, `npm run image`; or take what not every machine has: `npm run fleet`.
const apart = ['test/clients/**', 'test/bench/peers/**', 'test/deploy/image.test.ts', 'test/fleet/**']
const hasServer = process.env.TEST_DATABASE_URL !== undefined

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'embedded', include: hasServer ? [...withoutDatabase, ...ofEmbedded, ...onBoth] : all, exclude: apart },
      },
      ...(hasServer
        ? [
            {
              extends: true as const,
              test: { name: 'postgresql', include: all, exclude: [...apart, ...withoutDatabase, ...ofEmbedded] },
            },
          ]
        : []),
    ],
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/support/files.ts', 'test/support/template.ts'],
    setupFiles: ['test/support/every-statement.ts', 'test/support/compiled.ts'],
    // Tests make much that is soon forgotten; with little room for it a tenth of their time went into looking what is.
    execArgv: ['--max-semi-space-size=128'],
    // An embedded database takes 300 MB and a core; more at once only wait for each other.
    maxWorkers: 2,
    // Files share the modules of their worker, which hold no state: importing them anew for each file took longer than the tests.
    isolate: false,
    // Node itself reads the modules, as it does for the product; rewritten by Vite they took a tenth longer, and a second each to load.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Bounds for what hangs. A machine that does something else as well takes several times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
