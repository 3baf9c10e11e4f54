/** The container of rows as lines of JSON. */
import type { Container } from './container.ts'
import { objectOf } from './json.ts'

/** One object a line; the last line has no end. */
export const jsonLines: Container = {
  mediaType: 'application/x-ndjson; charset=utf-8',
  row: objectOf,
  opening: () => '',
  separator: '\n',
  closing: '',
  isByRow: true,
}
