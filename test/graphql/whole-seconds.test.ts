/** Times are shown in whole seconds because that is what is kept of them: a read writes them as they are. `updatedAt` has milliseconds. */
import { readFileSync } from 'node:fs'
import { isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from '../../src/resources/schema.ts'
import { hasResource, resourceOf } from '../support/described.ts'

const models = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8').split(/^(?=model )/m)

const times = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && hasResource(type.name))
  .flatMap(({ name }) => {
    const { model, columns, computed } = resourceOf(name)
    if (computed) return []
    return [...columns.values()]
      .filter(({ kind, source }) => kind === 'time' && source !== 'updatedAt')
      .map(({ source }) => ({ model: model.name, source }))
  })

it.each(times)('$model.$source is kept in whole seconds', ({ model, source }) => {
  const fields = models.find((text) => text.startsWith(`model ${model} `))?.split('\n') ?? []
  expect(fields.find((line) => line.trim().startsWith(`${source} `))).toContain('@db.Timestamptz(0)')
})
