/** Prints the schema in SDL: `node src/graphql/print.ts > schema.graphql`. */
import { printSchema } from 'graphql'
import { schema } from './schema.ts'

// Said aloud, because by its name alone a reader would take the type Subscription for the root of subscription operations.
const roots = 'schema {\n  query: Query\n  mutation: Mutation\n}\n\n'

process.stdout.write(`${roots}${printSchema(schema)}\n`)
