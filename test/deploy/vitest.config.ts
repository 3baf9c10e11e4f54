/** The image alone: its steps download packages, so that it is no part of `npm test`; `npm run image`. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/deploy/image.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
})
