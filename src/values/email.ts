/** E-mail addresses: when two of them are the same. */

/**
 * What an address is matched by: the address with its ASCII letters in lower case, as the column `email_key` has it.
 *
 * `Zoe@Example.com` and `zoe@example.COM` are the same. Letters beyond ASCII keep their case: which of them belong together
 * differs from locale to locale, and what is the same address must not.
 */
export const emailKey = (address: string): string => address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
