/** Writes the types of the schema as gql.tada reads them, by which the documents of the Desk are typed. */
import { writeFileSync } from 'node:fs'
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal'
import { introspectionFromSchema } from 'graphql'
import { schema } from '../src/resources/schema.ts'

const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }))
const text = outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true })
writeFileSync(new URL('./generated/introspection.d.ts', import.meta.url), text)
