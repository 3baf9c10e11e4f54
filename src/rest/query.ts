/** Reads a query string strictly: nothing is guessed, nothing is dropped. */
import { badInput } from '../errors.ts'
import { textFault } from '../values/text.ts'

export type Parameter = { name: string; value: string }

/** Parameters that say nothing to us: cache busters and campaign marks. */
export const isNoise = (name: string): boolean => name === '_' || name.startsWith('utm_')

/**
 * Splits a query string into its parameters, in order. A later `?` counts as `&`: clients append `next` to the URL they
 * called.
 *
 * Accepted: `a=1&b=x%20y`, `a=1?page=2`, `a`. Refused: `a=%zz`, `a=%00`.
 */
export function readQuery(search: string): Parameter[] {
  const parameters = split(search)
  // `next` repeats what the URL had: said twice it means the same, and must not grow from page to page.
  return parameters.filter(
    ({ name, value }, index) => !parameters.slice(index + 1).some((later) => later.name === name && later.value === value),
  )
}

function split(search: string): Parameter[] {
  return search
    .replace(/^\?/, '')
    .split(/[&?]/)
    .filter((part) => part !== '')
    .map((part) => {
      const cut = part.indexOf('=')
      const name = decode(cut < 0 ? part : part.slice(0, cut))
      return { name, value: cut < 0 ? '' : decode(part.slice(cut + 1)) }
    })
}

function decode(text: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw badInput(`The query string has a broken percent-encoding: ${text.slice(0, 60)}.`)
  }
  const fault = textFault(decoded)
  if (fault) throw badInput(`The query string is not allowed: ${fault}.`)
  return decoded
}

/** Writes parameters back into a query string. */
export const writeQuery = (parameters: Parameter[]): string =>
  `?${parameters.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`
