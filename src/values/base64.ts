/** Reads Base64 strictly: for every content there is one spelling, so that what is signed, kept or compared has one. */
import { isUtf8 } from 'node:buffer'

/** The plain alphabet, with padding, or the one of URLs, without (RFC 4648, sections 4 and 5). */
type Alphabet = 'base64' | 'base64url'

/**
 * Decodes a text, or answers undefined for one that is not the spelling of any content.
 *
 * Accepted: `YQ==` and, in URLs, `YQ`. Refused, though decoders make something of them: `YQ`, `YQ=`, `YR==` (bits that are left
 * over), `Y Q==`, `YQ==YQ==`, and each alphabet's signs in the other.
 */
export function decodeBase64(text: string, alphabet: Alphabet): Buffer | undefined {
  const bytes = Buffer.from(text, alphabet)
  return bytes.toString(alphabet) === text ? bytes : undefined
}

/** Decodes a text that spells a text, or answers undefined when it does not, or that is no UTF-8. */
export function decodeBase64Text(text: string, alphabet: Alphabet): string | undefined {
  const bytes = decodeBase64(text, alphabet)
  return bytes && isUtf8(bytes) ? bytes.toString('utf8') : undefined
}
