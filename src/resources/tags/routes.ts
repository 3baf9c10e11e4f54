/** The REST rows for tags: those that the records of a kind have, and writes that add and remove them. */
import { list, write } from '../../rest/route.ts'
import { kinds } from './kinds.ts'

const models = Object.entries(kinds).map(([kind, { model }]) => ({ kind, model }))

export const fragments = models.map(({ model }) => `fragment ${model}Tag on ${model}Tag { name key records type }`).join('\n')

const shown = 'results { index ok change id userErrors { code message } }'

export const routes = [
  ...models.map(({ kind, model }) =>
    list(`/v1/${kind}s/tags/`, `List${model}Tags`, `${kind}Tags`, `${model}Tag`, `...${model}Tag`),
  ),
  write('POST /v1/tags/add/', 'addTags', shown),
  write('POST /v1/tags/remove/', 'removeTags', shown),
]
