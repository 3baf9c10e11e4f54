/** Case-insensitive texts, such as e-mail addresses and coupon codes. */
import { spellings } from './text-form.ts'

/**
 * The key that a text is matched by: the text with its ASCII letters in lower case, as in the columns `email_key` and `code_key`.
 *
 * `Zoe@Example.com` and `zoe@example.COM` are the same. Letters beyond ASCII keep their case: their case mapping differs from locale to
 * locale, and the identity of an address must not.
 */
export const caseKey = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The keys that an e-mail address may be stored by, that of its own spelling first. */
export const emailKeys = (address: string): string[] => distinct(spellings(address).map(caseKey))

/** The spellings that a coupon code may be stored in; one that was pasted has blanks around it. */
const codeSpellings = (code: string): string[] => [code, code.trim()].flatMap(spellings)

/** The keys that a coupon code may be stored by, that of its own spelling first. */
export const codeKeys = (code: string): string[] => distinct(codeSpellings(code).map(caseKey))

const distinct = (keys: string[]): string[] => [...new Set(keys)]

/**
 * The coupon that a code names: the one with its exact spelling, else by the first of its keys that one has.
 *
 * @param found the coupons with one of its keys; of those with one key the first is taken.
 */
export function couponNamed<Coupon extends { code: string; codeKey: string }>(
  found: readonly Coupon[],
  code: string,
): Coupon | undefined {
  const bySpelling = codeSpellings(code).map((spelling) => found.find((coupon) => coupon.code === spelling))
  const byKey = codeKeys(code).map((key) => found.find(({ codeKey }) => codeKey === key))
  return [...bySpelling, ...byKey].find((coupon) => coupon !== undefined)
}
