/** The form of texts: their normal form, and the characters in them that are invisible. Pure. */

/**
 * The most combining marks in a row that a text may have to be normalized, as in Unicode's stream-safe texts. Longer rows take time in
 * proportion to the square of their length.
 */
export const maxMarks = 30

// One more than `maxMarks`.
const longRow = /(?<!\p{M})\p{M}{31}/u

/** Whether a text has more combining marks in a row than any language has; it is never normalized. */
export const hasLongRowOfMarks = (text: string): boolean => longRow.test(text)

/** The most characters of a text that is normalized; no field that is matched has as many. */
const maxNormalized = 10_000

const inForm = (text: string, form: 'NFC' | 'NFD'): string =>
  text.length > maxNormalized || hasLongRowOfMarks(text) ? text : text.normalize(form)

/** A text in normal form C: of the two spellings of `é`, the one of a single character. */
export const normalized = (text: string): string => inForm(text, 'NFC')

// Format characters, those that are ignored where they have no glyph, controls, and separators of lines.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]/u

/** The first invisible character of a text, as `U+200B`; undefined where there is none. */
export function invisibleIn(text: string): string | undefined {
  const [found] = invisible.exec(text) ?? []
  return found && `U+${(found.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`
}

const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/u

/** Whether a text has a character that can be seen. */
export const hasVisible = (text: string): boolean => visible.test(text)

// Texts of ASCII letters, which most are, have one spelling.
const beyondAscii = /[\u0080-\uffff]/

/**
 * The spellings that a text may be stored in: as it is given first, then in normal form C, which new texts have, and in form D, in which some
 * clients wrote older ones. A look-up for any of these is an equality with few values, for which an ordinary index is used.
 */
export const spellings = (text: string): string[] =>
  beyondAscii.test(text) ? [...new Set([text, normalized(text), inForm(text, 'NFD')])] : [text]

/** The item that has a text: in the spelling that is stored, else in normal form C of both. */
export const withText = <Item>(items: readonly Item[], textOf: (item: Item) => string, text: string): Item | undefined =>
  items.find((item) => textOf(item) === text) ?? items.find((item) => normalized(textOf(item)) === normalized(text))
