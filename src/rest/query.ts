/** Reads a query string strictly: nothing is guessed, and nothing is dropped but what says nothing. */
import { type Parameter, readSearch } from '../http/search.ts'

/** Parameters that say nothing to us: cache busters, campaign marks and the one format there is. */
export const isNoise = ({ name, value }: Parameter): boolean =>
  name === '_' || name.startsWith('utm_') || (name === 'format' && ['', 'json'].includes(value.toLowerCase()))

/** A parameter that is a list under its own name: `with[]` and `with[0]`, as clients write lists, are `with`. */
export const unbracketed = (parameter: Parameter): Parameter => {
  const { name } = parameter
  return name.endsWith(']') ? { ...parameter, name: name.replace(/^(with|sort)\[\d{0,9}\]$/, '$1') } : parameter
}

/**
 * Splits a query string into its parameters, in order. A later `?` counts as `&`: clients append `next` to the URL they
 * called.
 *
 * Accepted: `a=1&b=x%20y`, `a=1?page=2`, `a`. Refused: `a=%zz`, `a=%00`.
 */
export function readQuery(search: string): Parameter[] {
  const parameters = readSearch(search, /[&?]/)
  if (parameters.length < 2) return parameters
  // `next` repeats what the URL had: said twice it means the same, and must not grow from page to page.
  const last = new Map(parameters.map((parameter, index) => [keyOf(parameter), index]))
  return parameters.filter((parameter, index) => last.get(keyOf(parameter)) === index)
}

// No text holds the NUL character.
const keyOf = ({ name, value }: Parameter): string => `${name}\u0000${value}`

/** Writes parameters back into a query string. */
export const writeQuery = (parameters: Parameter[]): string =>
  `?${parameters.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`
