/** Card numbers in texts, which are refused where only the gateway's token of a card belongs. */

// Blanks, dashes, dots, slashes and invisible characters may stand between the digits of a card.
const betweenRuns = /[^\d\s\p{Pd}\p{Cf}./]/u
const betweenGroups = /\D/

const lengths = { from: 13, to: 19 }

/**
 * Whether a text has a card number: 13 to 19 digits whose check digit is right, in any width, beside other groups of digits such as an
 * expiry date. The work is proportional to the length of the text.
 */
export const hasCardNumber = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(betweenRuns)
    .some((run) => hasNumber(run.split(betweenGroups).filter((group) => group !== '')))

/** Whether some successive groups are a card number, or groups as on a card begin with one; part of a single group is left to chance. */
function hasNumber(groups: readonly string[]): boolean {
  if (groups.some((_group, first) => windowsFrom(groups, first).some(isCardNumber))) return true
  if (groups.length === 1 || groups.slice(0, -1).some((group) => group.length < 4)) return false
  const start = groups.slice(0, lengths.to).join('').slice(0, lengths.to)
  return Array.from(start, (_digit, place) => start.slice(0, place + 1)).some(isCardNumber)
}

/** The digits of one group, of it and the next, and so on, as long as they may be a card number. */
function windowsFrom(groups: readonly string[], first: number): string[] {
  const windows: string[] = []
  for (let next = first, digits = ''; next < groups.length; next += 1) {
    digits += groups[next]
    if (digits.length > lengths.to) break
    windows.push(digits)
  }
  return windows
}

const isCardNumber = (digits: string): boolean => digits.length >= lengths.from && digits.length <= lengths.to && isLuhn(digits)

/** Whether the last digit is the check digit of those before it, by the Luhn algorithm. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
