/** Texts that are the same in any case, such as e-mail addresses and the codes of coupons. */

/**
 * The key that a text is matched by: the text with its ASCII letters in lower case, as the columns `email_key` and `code_key` have it.
 *
 * `Zoe@Example.com` and `zoe@example.COM` are the same. Letters beyond ASCII keep their case: which of them belong together
 * differs from locale to locale, and what is the same address must not.
 */
export const caseKey = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
