/** Runs the clients that people have against the real server: `npm run clients`. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  // Every import of graphql gets the same file; two copies refuse each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['*.test.ts'],
    globalSetup: ['server.ts'],
    // The machine is busy with the server, too.
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
