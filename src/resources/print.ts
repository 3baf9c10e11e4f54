/** Writes the schema in SDL to `schema.graphql`, which stays as it is where a declaration is wrong. */
import { writeFileSync } from 'node:fs'
import { printSchema } from 'graphql'
import { schema } from './schema.ts'

writeFileSync(new URL('../../schema.graphql', import.meta.url), `${printSchema(schema)}\n`)
