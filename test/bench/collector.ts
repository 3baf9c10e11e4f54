/** Loaded into a measured server: has it collect its garbage when the benchmark says so. */
process.on('message', () => {
  // Gives back to the system what it can, so that the next peak is not hidden in what was free already.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' })
  process.send?.('collected')
})
