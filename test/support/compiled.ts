/**
 * Writes what this worker has compiled where the processes of tests read it: Node does so when a process ends by itself, and workers are
 * killed, as are many of those processes.
 */
import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'

afterAll(() => flushCompileCache())
