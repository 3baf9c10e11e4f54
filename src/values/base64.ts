/** Decodes Base64 strictly: each content has one spelling, which signatures, stored values and comparisons rely on. */
import { isUtf8 } from 'node:buffer'

/** The standard alphabet, with padding, or the URL-safe one, without (RFC 4648, sections 4 and 5). */
type Alphabet = 'base64' | 'base64url'

/**
 * Decodes a text, or returns undefined for an invalid spelling.
 *
 * Accepted: `YQ==` and, in URLs, `YQ`. Refused, though lenient decoders accept them: `YQ`, `YQ=`, `YR==` (surplus bits), `Y Q==`,
 * `YQ==YQ==`, and characters of the other alphabet.
 */
export function decodeBase64(text: string, alphabet: Alphabet): Buffer | undefined {
  const bytes = Buffer.from(text, alphabet)
  return bytes.toString(alphabet) === text ? bytes : undefined
}

/** Decodes a text that encodes UTF-8, or returns undefined for invalid Base64 or invalid UTF-8. */
export function decodeBase64Text(text: string, alphabet: Alphabet): string | undefined {
  const bytes = decodeBase64(text, alphabet)
  return bytes && isUtf8(bytes) ? bytes.toString('utf8') : undefined
}
