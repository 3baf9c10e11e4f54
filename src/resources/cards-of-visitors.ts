/** Cards that visitors enter at checkout, under the e-mail address of a customer, who may be another person. */
import { Refusal } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'

/** The payment methods that may be charged for any purchase of their customer. */
export const ofAnyPurchase = { archivedAt: null, enteredByVisitor: false } as const

/** The refusal of a card that a visitor entered. @param name of the field that names it. */
export const otherPurpose = (name: string): Refusal =>
  new Refusal(
    'WRONG_STATUS',
    say`${field(name)} names a card that was entered without a sign-in: it pays what it was entered for, and nothing else; name another one.`,
  )
