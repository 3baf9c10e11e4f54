/** The rules of pages on which customers enter a card. Pure. */
import { Refusal } from '../../values/errors.ts'

/** @throws Refusal where the gateway of the store has no page. */
export function checkHasPage(hasPage: boolean): void {
  if (!hasPage)
    throw new Refusal(
      'WRONG_STATUS',
      'The payment gateway of the store has no page on which a card is entered; add a payment method by its token.',
    )
}

/** The refusal of a customer who has opened too many pages. @param most within a day. */
export const tooManySetups = (most: number) =>
  new Refusal(
    'WRONG_STATUS',
    `The customer has opened ${most} pages for a card within a day, which is the most; try again tomorrow.`,
  )
