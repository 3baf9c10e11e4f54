#!/usr/bin/env node
/** `npm run tandem -- --help`. Can be run by itself, since npx keeps links to where a command was. */
import { run } from './program.ts'

process.exitCode = await run(process.argv.slice(2))
