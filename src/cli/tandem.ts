#!/usr/bin/env node
/** Runs the operator's command that the command line names. Can be run by itself, since npx keeps links to where a command was. */
import { run } from './program.ts'

process.exitCode = await run(process.argv.slice(2))
