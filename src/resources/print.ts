/** Prints the schema in SDL: `node src/resources/print.ts > schema.graphql`. */
import { printSchema } from 'graphql'
import { schema } from './schema.ts'

process.stdout.write(`${printSchema(schema)}\n`)
