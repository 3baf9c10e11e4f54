/** Finds the row a method and path ask for. */
import { stepsOf } from '../values/text.ts'
import type { Method } from './route.ts'

type MatchableRow = { method: Method; path: string; alias?: Method }

/** The rows of a path by method, several where the body chooses, and the texts of the path's parameters. */
export type FoundRows<R> = { rows: Map<string, R[]>; ids: Record<string, string> }

/** A path with all its methods: the names of its parameters, and the rows that share it, by method. */
type MatchedPath<R> = { names: string[]; rows: Map<string, R[]> }

/** A node of the tree of paths, with the steps that may follow it: a word of the contract, a parameter, or the end of a path. */
type PathNode<R> = { words: Map<string, PathNode<R>>; parameter?: PathNode<R>; path?: MatchedPath<R> }

/** A path with the slash at its end, with and without which it is answered. */
export const withSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`)

/** Names of the parameters in a contract path: `/v1/books/{book_id}` → `book_id`. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** A table of rows that can be asked which of them a path means. */
export function matcher<R extends MatchableRow>(rows: R[]) {
  const root = newNode<R>()
  for (const row of rows) {
    // Rows that differ in a trailing slash or in the name of a parameter are the same path.
    const step = stepsOf(row.path).reduce(stepAfter, root)
    step.path ??= { names: pathParameters(row.path), rows: new Map() }
    for (const method of row.alias ? [row.method, row.alias] : [row.method]) {
      step.path.rows.set(method, [...(step.path.rows.get(method) ?? []), row])
    }
  }

  return {
    /** The rows of a path with its parameters' texts, or undefined when the contract has no such path. */
    find(path: string): FoundRows<R> | undefined {
      const texts: string[] = []
      const found = pathFrom(root, stepsOf(path), 0, texts)
      if (!found) return undefined
      const ids: Record<string, string> = {}
      for (const [index, name] of found.names.entries()) ids[name] = texts[index] ?? ''
      return { rows: found.rows, ids }
    },
  }
}

const newNode = <R>(): PathNode<R> => ({ words: new Map() })

/** The step that a contract path takes next, made if no path before took it. */
function stepAfter<R>(step: PathNode<R>, text: string): PathNode<R> {
  if (/^\{\w+\}$/.test(text)) {
    step.parameter ??= newNode()
    return step.parameter
  }
  const next = step.words.get(text) ?? newNode<R>()
  step.words.set(text, next)
  return next
}

/**
 * The path that the given steps take, with the texts of its parameters in `texts`. At each step a word comes before a parameter, so
 * `/books/external_id/{external_id}` takes every external id, `restore` too, beside `/books/{book_id}/restore`.
 */
function pathFrom<R>(step: PathNode<R>, given: string[], index: number, texts: string[]): MatchedPath<R> | undefined {
  const text = given[index]
  if (text === undefined) return step.path
  const word = step.words.get(text)
  const byWord = word && pathFrom(word, given, index + 1, texts)
  if (byWord) return byWord
  if (!step.parameter || text === '') return undefined
  texts.push(text)
  const byParameter = pathFrom(step.parameter, given, index + 1, texts)
  if (!byParameter) texts.pop()
  return byParameter
}
