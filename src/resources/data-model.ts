/** The data model of the product: Prisma's description of `schema.prisma`, as values. */
import { readFileSync } from 'node:fs'
import { getDatamodel } from '../../prisma/generated/pothos.ts'
import { type Datamodel, dataModel, type Enum, type Models } from '../schema/model.ts'

// Pothos's description of the data leaves enums out, so they are read where they are written.
const source = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8')

/** The enums of `schema.prisma`. */
export const enums: Enum[] = source.split('\n\n').flatMap((block) => {
  const lines = block.trim().split('\n')
  const first = lines.findIndex((line) => line.startsWith('enum '))
  if (first < 0) return []
  const [, name = ''] = lines[first]?.split(' ') ?? []
  const isComment = (line = '') => line.startsWith('///')
  const textOf = (line = '') => line.replace('///', '').trim()
  const inside = lines.slice(first + 1, -1).map((line) => line.trim())
  const values = inside.filter((line) => !isComment(line))
  const before = values.map((value) => inside[inside.indexOf(value) - 1])
  return [
    {
      name,
      description: lines.slice(0, first).map(textOf).join('\n').trim(),
      values,
      meanings: before.map((line) => (isComment(line) ? textOf(line) : '')),
    },
  ]
})

const { datamodel } = getDatamodel() as { datamodel: Datamodel }

/** The models of the database. */
export const models: Models = dataModel(datamodel, enums, 'Store')
