/** Case-insensitive texts, such as e-mail addresses and coupon codes. */

/**
 * The key that a text is matched by: the text with its ASCII letters in lower case, as in the columns `email_key` and `code_key`.
 *
 * `Zoe@Example.com` and `zoe@example.COM` are the same. Letters beyond ASCII keep their case: their case mapping differs from locale to
 * locale, and the identity of an address must not.
 */
export const caseKey = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
