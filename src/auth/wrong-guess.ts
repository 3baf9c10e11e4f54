/** Credentials that are refused because somebody may be guessing, told apart from those that are only malformed or expired. */
import { Refusal } from '../errors.ts'

/** A credential in the right form that is not one of ours: an unknown client, a wrong secret, a signature that does not fit. */
export class WrongGuess extends Refusal {
  constructor(message: string) {
    super('UNAUTHENTICATED', message)
  }
}
