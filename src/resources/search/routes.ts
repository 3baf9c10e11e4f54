/** The REST row of a search of the whole store. */
import { route } from '../../rest/route.ts'

export const routes = [
  route(
    'GET /v1/search/',
    'query Search($q: String!, $limit: Int) { search(text: $q, first: $limit) { text results { kind id title detail url } } }',
  ),
]
