/** Card numbers in texts, which are refused where only the gateway's token of a card belongs. */

// Digits with single blanks or hyphens between them, as they are printed on cards.
const runs = /\d(?:[ -]?\d)+/g

/** Whether a text has a card number: 13 to 19 digits whose check digit is right. */
export const hasCardNumber = (text: string): boolean =>
  (text.match(runs) ?? []).some((run) => {
    const digits = run.replace(/\D/g, '')
    return digits.length >= 13 && digits.length <= 19 && isLuhn(digits)
  })

/** Whether the last digit is the check digit of those before it, by the Luhn algorithm. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
