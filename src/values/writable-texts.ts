/** Declares the writable texts that have a form of their own: names, codes, external ids, e-mail addresses, links, countries and cards. */
import { hasCardNumber } from './card-number.ts'
import { countryFault } from './countries.ts'
import { type Name, type Sentence, say } from './sentence.ts'
import { isLongerThan } from './text.ts'
import { hasLongRowOfMarks, hasVisible, invisibleIn, maxMarks, normalized } from './text-form.ts'
import { type Field, made, type TextOptions, text, type WritableOptions } from './writable.ts'

/** The fault of a text in which no invisible character may stand. */
function invisibleFault(value: string, name: Name): Sentence | undefined {
  const found = invisibleIn(value)
  return found === undefined ? undefined : say`${name} must not have invisible characters; it has ${found}.`
}

/** The fault of a text that is never normalized. */
const marksFault = (value: string, name: Name): Sentence | undefined =>
  hasLongRowOfMarks(value) ? say`${name} must not have more than ${maxMarks} combining marks in a row.` : undefined

/** The fault of a text that is matched. */
const matchedFault = (value: string, name: Name): Sentence | undefined => invisibleFault(value, name) ?? marksFault(value, name)

/** A name that people read: stored in normal form C, and not of invisible characters alone. */
export const name = <Own extends TextOptions>(meaning: string, options: Own) =>
  text(meaning, options, {
    stored: normalized,
    fault: (value, name) =>
      value.trim() === '' || hasVisible(value) ? marksFault(value, name) : say`${name} must have a visible character.`,
  })

/** A text that is matched, such as a SKU: stored in normal form C, without invisible characters. */
export const code = <Own extends TextOptions>(meaning: string, options: Own) =>
  text(meaning, options, { stored: normalized, fault: matchedFault })

/** A code that people type: stored without blanks around it as well. */
export const typedCode = <Own extends TextOptions>(meaning: string, options: Own) =>
  text(meaning, options, { stored: (value) => normalized(value.trim()), fault: matchedFault })

/** The identifier that another system knows a record by, stored as it is given. @param of the kind of record: `customer`. */
export const externalId = (of: string) =>
  text(
    'The identifier that another system knows it by',
    { max: 255, notBlank: true, ifNull: 'none', uniqueTo: of },
    { fault: invisibleFault },
  )

/** A text of a payment method, in which no card number may stand. */
export function cardText<Own extends WritableOptions<string> & { max: number; notBlank?: boolean }>(
  meaning: string,
  options: Own,
) {
  const plain = text(meaning, options)
  const fault: typeof plain.fault = (value, name) => {
    // Only texts of a bounded length are searched.
    const found = plain.fault(value, name)
    if (found || !hasCardNumber(value)) return found
    return say`${name} must not have a card number in it: the card stays with the payment gateway, whose token is stored.`
  }
  return { ...plain, fault }
}

/** The last four digits of a card. */
export const lastDigits = (meaning: string, options: WritableOptions<string>) =>
  made('String', meaning, ['four digits'], options, (value, name) =>
    /^\d{4}$/.test(value) ? undefined : say`${name} must be the last four digits of the card.`,
  )

/**
 * An e-mail address: something before an @ and a domain of two labels or more behind it, without blanks and invisible characters; stored in
 * normal form C.
 */
export const email = <Own extends WritableOptions<string>>(meaning: string, options: Own) => {
  const fault: Field<'String'>['fault'] = (value, name) => {
    const [, domain] = /^[^\s@]+@([^\s@]+)$/.exec(value) ?? []
    if (domain === undefined) return say`${name} must be an e-mail address, such as zoe@example.com.`
    if (isLongerThan(value, 320)) return say`${name} must have at most 320 characters.`
    const labels = domain.split('.')
    if (labels.length < 2 || labels.includes(''))
      return say`${name} must have a domain of two parts or more, none of them empty, such as example.com.`
    return matchedFault(value, name)
  }
  return made('String', meaning, ['at most 320 characters'], options, fault, { stored: normalized })
}

/** The address of a page or a picture. @param example for its message. */
export const link = <Own extends WritableOptions<string> & { example: string }>(meaning: string, options: Own) =>
  made('String', meaning, ['beginning with https:// or http://', 'at most 2,000 characters'], options, (value, name) => {
    if (isLongerThan(value, 2_000)) return say`${name} must have at most 2000 characters.`
    return /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)
      ? undefined
      : say`${name} must be a whole url, such as ${options.example}.`
  })

/** A country by its code. */
export const country = <Own extends WritableOptions<string>>(meaning: string, options: Own = {} as Own) =>
  made('String', meaning, ['an assigned code of ISO 3166-1, two capital letters, or XK'], options, countryFault)

/** A colour of red, green and blue. */
export const colour = <Own extends WritableOptions<string>>(meaning: string, options: Own = {} as Own) =>
  made('String', meaning, ['as `#rrggbb`'], options, (value, name) =>
    /^#[0-9a-f]{6}$/i.test(value) ? undefined : say`${name} must be a colour as #rrggbb, such as #1f3a5f.`,
  )

/** A language by its tag of BCP 47, stored as it is spelt there. */
export const locale = <Own extends WritableOptions<string>>(meaning: string, options: Own = {} as Own) =>
  made(
    'String',
    meaning,
    ['a language tag such as `de` or `en-GB`'],
    options,
    (value, name) => (languageTag(value) === undefined ? say`${name} must be a language tag, such as de or en-GB.` : undefined),
    { stored: (value) => languageTag(value) ?? value },
  )

function languageTag(value: string): string | undefined {
  try {
    return /^[a-z]{2,3}(-.{1,32})?$/i.test(value) ? Intl.getCanonicalLocales(value)[0] : undefined
  } catch {
    return undefined
  }
}
