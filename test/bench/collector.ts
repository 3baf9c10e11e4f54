/** Loaded into a measured server: has it collect its garbage when the benchmark says so. */
import { freeMemory } from '../../src/start/memory.ts'

process.on('message', () => {
  // Gives back to the system what it can, so that the next peak is not hidden in what was free already.
  freeMemory()
  process.send?.(process.memoryUsage().heapUsed / 1_048_576)
})
