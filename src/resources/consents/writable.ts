/** The fields of a consent. */
import { text, time } from '../../values/writable.ts'
import { code } from '../../values/writable-texts.ts'

export const writable = {
  version: code('The version of the terms, such as 2026-11', { max: 100, notBlank: true }),
  text: text('The text that was accepted', { max: 10_000, notBlank: true }),
  surface: code('Where it was accepted, such as checkout', { max: 100, notBlank: true, initially: 'checkout' }),
  address: code('The network address (IP) that it was accepted from', { max: 45, ifNull: 'not known' }),
  acceptedAt: time('When it was accepted, not ahead', { years: [2000, 9999], ifNull: 'now' }),
}
