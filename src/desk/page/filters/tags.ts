/** The filters of a list by tags. */
import type { FilterSpec } from './filter-spec.ts'

/** The tags in a text, which has commas between them. */
export const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

const fits = (text: string): boolean => tagsIn(text).length > 0

export const tagFilters: readonly FilterSpec[] = [
  { name: 'tags__in', label: 'Any tag of', kind: 'text', where: (text) => ({ tags: { in: tagsIn(text) } }), fits },
  { name: 'tags__all', label: 'All tags of', kind: 'text', where: (text) => ({ tags: { all: tagsIn(text) } }), fits },
]
