/** The rules of allowed origins: their form, and their number. Pure. */

import { isOwnMachine } from '../../config/loopback.ts'
import { anyPort, maxOrigins } from '../../http/cross-origin.ts'
import { badInput, type Refusal } from '../../values/errors.ts'
import { isLongerThan, shown } from '../../values/text.ts'

const maxCharacters = 255

const refused = (message: string): Refusal => badInput(message, 'origin')

const likeness = 'such as https://shop.example or https://shop.example:8443'

/** Scheme and authority alone: URL parsers forgive much else, and what they take may not be what was meant. */
const shape = /^([a-z][a-z\d+.-]*):\/\/([^/\\?#@%\s]+)$/i

/**
 * Reads an origin and answers it as browsers send it: in lower case, names in ASCII, without the scheme's own port. Of this
 * machine's own names one may stand for every port, `http://localhost:*`.
 *
 * @throws Refusal BAD_INPUT saying what is wrong with it.
 */
export function readOrigin(text: string): string {
  if (isLongerThan(text, maxCharacters)) throw tooLong()
  if (anyPort.includes(text.toLowerCase())) return text.toLowerCase()
  if (text.includes('*')) {
    throw refused(
      `An origin has no wildcard, save ${anyPort.join(', ')} for any port of your own machine; add each one by its whole name, ${likeness}.`,
    )
  }
  const [, scheme] = shape.exec(text) ?? []
  if (!scheme || !URL.canParse(text)) {
    throw refused(`${shown(text)} is not an origin; an origin is scheme, host and port, without a path, ${likeness}.`)
  }
  const { protocol, hostname, origin } = new URL(text)
  if (hostname.split('.').includes('')) {
    throw refused(`${shown(text)} is not an origin; its name has a dot that separates nothing. Write it ${likeness}.`)
  }
  // The traffic of a page of the developer's own machine does not leave the machine.
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isOwnMachine(hostname))
  if (!isSafe) throw refused(`An origin begins with https://, ${likeness}; http:// is for localhost alone.`)
  if (origin.length > maxCharacters) throw tooLong()
  return origin
}

const tooLong = (): Refusal => refused(`An origin has at most ${maxCharacters} characters.`)

/** Refuses one more origin than a store may have. */
export function checkRoom(count: number): void {
  if (count >= maxOrigins) throw refused(`A store allows at most ${maxOrigins} origins; remove one first.`)
}
