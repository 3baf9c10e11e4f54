import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    // They have packages of their own: `npm run clients`, `npm run bench -- compare`.
    exclude: ['test/clients/**', 'test/bench/peers/**'],
    globalSetup: ['test/template.ts'],
    setupFiles: ['test/every-statement.ts'],
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
