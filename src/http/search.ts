/** Splits a query string into its parameters; what cannot be decoded is refused, where URLSearchParams would put other characters in its place. */
import { badInput } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { formDecoded, shown, textFault } from '../values/text.ts'

export type Parameter = { name: string; value: string }

/**
 * The parameters of a query string, in order; one without `=` has an empty value.
 *
 * @param search with its `?`, or empty.
 * @throws Refusal BAD_INPUT for a percent-encoding that is broken or not UTF-8, and for text that may stand nowhere.
 */
export function readSearch(search: string, separators: RegExp): Parameter[] {
  const parts = search.replace(/^\?/, '').split(separators)
  const given = parts.filter((part) => part !== '')
  return each(given, (part) => {
    const cut = part.indexOf('=')
    const name = decode(cut < 0 ? part : part.slice(0, cut))
    return { name, value: cut < 0 ? '' : decode(part.slice(cut + 1)) }
  })
}

function decode(text: string): string {
  let decoded: string
  try {
    decoded = formDecoded(text)
  } catch {
    throw badInput(`The query string has a broken percent-encoding: ${shown(text)}.`)
  }
  const fault = textFault(decoded)
  if (fault) throw badInput(`The query string is not allowed: ${fault}.`)
  return decoded
}
