/** Instances behind a real proxy and a real pooler: `npm run fleet`. It wants what not every machine has, so that it is no part of `npm test`. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/fleet/*.test.ts'],
    fileParallelism: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 20_000,
    hookTimeout: 300_000,
  },
})
