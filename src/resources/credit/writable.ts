/** The fields of a credit entry that is made by hand. */
import { amount, maxAmount, text } from '../../values/writable.ts'

export const writable = {
  amount: amount('How much is added, or taken off where it is below 0', { min: -maxAmount }),
  reason: text("The store's reason", { max: 10_000, notBlank: true }),
}
