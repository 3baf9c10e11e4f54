/** A mail ready to send, from its kind and its stored content. Pure. */
import type { Rendered } from './block.ts'
import { factsOf, type StoredFacts } from './facts.ts'
import { htmlOf } from './html.ts'
import type { MailKind } from './kinds.ts'
import { letterOf, type MailedLink } from './letter.ts'
import { plainOf } from './plain.ts'

/** The colour of shops that have chosen none. */
const usualColour = '#1f3a5f'

/** Renders a mail in the language of its customer. @param link of a mail with a link that nothing stores. */
export function rendered(kind: MailKind, stored: StoredFacts, link?: MailedLink): Rendered {
  const { name, legalName, address, colour, footer } = stored.shop
  const letter = letterOf(kind, factsOf(stored, link), stored.words)
  const look = {
    shop: name,
    colour: colour ?? usualColour,
    footer: footer ? [footer] : [legalName ?? name, ...(address ? [address] : [])],
  }
  return { subject: letter.subject, html: htmlOf(letter, look), text: plainOf(letter, look) }
}
