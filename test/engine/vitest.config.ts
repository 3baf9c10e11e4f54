/** The engine's tests alone, for which no database is made: `npm run engine`; `npm test` runs them with all others. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/engine/**/*.test.ts'], isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } },
})
