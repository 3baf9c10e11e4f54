/** Finds the row a method and path ask for. */
import { stepsOf } from '../schema/path.ts'
import type { Method } from './route.ts'

type MatchableRow = { method: Method; path: string; alias?: Method }

/** The rows of a path by method, several where the body chooses, and the texts of the path's parameters. */
export type FoundRows<R> = { rows: Map<string, R[]>; ids: Record<string, string> }

/** A path, whatever the method: its steps, and the rows that share it, by method. */
type MatchedPath<R> = { steps: string[]; names: string[]; rows: Map<string, R[]> }

/** Names of the parameters in a contract path: `/v1/books/{book_id}` → `book_id`. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** A table of rows that can be asked which of them a path means. */
export function matcher<R extends MatchableRow>(rows: R[]) {
  const paths = new Map<string, MatchedPath<R>>()
  for (const row of rows) {
    // Rows that differ in a trailing slash or in the name of a parameter are the same path.
    const steps = stepsOf(row.path.replace(/\{\w+\}/g, parameter))
    const key = steps.join('/')
    const path = paths.get(key) ?? { steps, names: pathParameters(row.path), rows: new Map() }
    for (const method of row.alias ? [row.method, row.alias] : [row.method]) {
      path.rows.set(method, [...(path.rows.get(method) ?? []), row])
    }
    paths.set(key, path)
  }
  const ordered = [...paths.values()].sort((one, other) => precedence(one.steps).localeCompare(precedence(other.steps)))

  return {
    /** The rows of a path with its parameters' texts, or undefined when the contract has no such path. */
    find(path: string): FoundRows<R> | undefined {
      const given = stepsOf(path)
      for (const { steps, names, rows } of ordered) {
        if (!fits(steps, given)) continue
        const texts = given.filter((_, index) => steps[index] === parameter)
        return { rows, ids: Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ''])) }
      }
      return undefined
    },
  }
}

/** Stands for a parameter among the steps of a path. */
const parameter = '{}'

/**
 * Sorts paths that may fit the same request: at the first step at which one has a word and the other a parameter, the word comes first. So
 * `/books/external_id/{external_id}` takes every external id, `restore` too, beside `/books/{book_id}/restore`.
 */
const precedence = (steps: string[]): string => steps.map((step) => (step === parameter ? 1 : 0)).join('')

const fits = (steps: string[], given: string[]): boolean =>
  steps.length === given.length &&
  steps.every((step, index) => (step === parameter ? given[index] !== '' : given[index] === step))
