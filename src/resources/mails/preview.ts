/** Shows and tries the words of a kind of mails, with what has happened or with a made-up content. */
import type { Shape } from '../../db/shape.ts'
import type { StoredFacts } from '../../mails/facts.ts'
import { type MailKind, mailKinds } from '../../mails/kinds.ts'
import { asGift, madeUp } from '../../mails/made-up.ts'
import { rendered } from '../../mails/render.ts'
import { factsOfEvent } from '../../mails/rows.ts'
import { languages } from '../../mails/words.ts'
import { badInput } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { insertMail } from './new-mail.ts'

const shopOf = (store: Shape<'Store'>): StoredFacts['shop'] => ({
  ...{ name: store.name, host: store.host, currency: store.currency, timeZone: store.timeZone, locale: store.locale },
  ...{ legalName: store.legalName, address: store.address, colour: store.brandColour, sender: store.mailSender },
  ...{ replyTo: store.replyTo, footer: store.mailFooter },
})

const kindField = { required: true, description: 'The kind of mails.' } as const
const languageField = { description: "The language, such as `de`; the store's unless given." } as const

/** The store and the settings of a kind, locked, and a made-up content of a mail of it. */
async function madeUpOf(write: Write, kind: string, language: string | null | undefined) {
  const store = await write.lockStore()
  const setting = await write.lock('MailSetting', { kind })
  if (language != null && !(language in languages))
    throw badInput(say`${field('language')} must be one of ${Object.keys(languages).join(', ')}.`, 'language')
  const facts = {
    ...madeUp(shopOf(store), language ?? store.locale, write.context.now),
    words: setting.words as StoredFacts['words'] & [],
  }
  return { store, setting, facts: kind === 'gift' ? asGift(facts) : facts }
}

/** The content of a mail about the latest event of a kind that an order or a subscription has. */
async function contentOf(write: Write, kind: MailKind, about: { orderId?: string | null; subscriptionId?: string | null }) {
  const [orderId, subscriptionId] = (['orderId', 'subscriptionId'] as const).map((name) => {
    const id = about[name]
    return id == null ? null : readId(field(name), id)
  })
  const { storeId } = write.viewer
  const [found] = await write.tx.$queryRaw<{ facts: StoredFacts }[]>`
    SELECT content.facts FROM event CROSS JOIN LATERAL (${factsOfEvent(storeId, kind)}) AS content
    WHERE event.store_id = ${storeId}::bigint AND event.type = ANY(${[...mailKinds[kind].causes]}::text[])
      AND (event.order_id = ${orderId ?? null}::bigint OR event.subscription_id = ${subscriptionId ?? null}::bigint)
    ORDER BY event.id DESC LIMIT 1`
  if (!found) throw badInput(`Nothing has happened to it, as far as events are kept, that a mail of the kind ${kind} tells of.`)
  return found.facts
}

mutation('previewMail', {
  description:
    'Shows a mail of a kind as it would be sent now: about what last happened to an order or a subscription, or with a made-up content. Nothing is sent or stored.',
  emits: ['mail_setting.updated'],
  input: (t) => ({
    kind: t.string(kindField),
    language: t.string(languageField),
    orderId: t.id({ description: 'The order that it is about.' }),
    subscriptionId: t.id({ description: 'The subscription that it is about.' }),
  }),
  shows: { field: 'mailSetting', resource: 'MailSetting' },
  showsOnce: { subject: 'The subject.', html: 'The mail as HTML.', text: 'The mail as plain text.' },
  async write(write, { kind, language, ...about }) {
    const { setting, facts: made } = await madeUpOf(write, kind, language)
    const isReal = about.orderId != null || about.subscriptionId != null
    const own = isReal ? await contentOf(write, kind as MailKind, about) : made
    const facts = language == null ? own : { ...own, customer: { ...own.customer, locale: language } }
    return { id: setting.id, isNothing: true, shownOnce: { ...rendered(kind as MailKind, facts) } }
  },
})

mutation('testMail', {
  description: "Sends a mail of a kind with a made-up content to the store's own address, its `replyTo`.",
  emits: ['mail.tested'],
  input: (t) => ({ kind: t.string(kindField), language: t.string(languageField) }),
  shows: { field: 'mail', resource: 'Mail' },
  async write(write, { kind, language }) {
    const { store, facts } = await madeUpOf(write, kind, language)
    if (store.replyTo === null) throw badInput(say`The store has no ${field('replyTo')}: the address that it is sent to.`)
    const id = await insertMail(write, { kind: kind as MailKind, recipient: store.replyTo, facts })
    return { id, changes: { kind: { from: null, to: kind }, recipient: { from: null, to: store.replyTo } } }
  },
})
