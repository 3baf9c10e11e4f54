#!/usr/bin/env node
/** `tandem` by its full path or by `npx tandem`: the operator's commands, on the runtime the packages bring. */
process.argv.splice(2, 0, 'src/cli/tandem.ts')
await import('../launch.js')
