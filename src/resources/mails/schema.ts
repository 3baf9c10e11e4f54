/** Mails to customers, sent, kept and to be sent, as merchants see them. */
import type { StoredFacts } from '../../mails/facts.ts'
import type { MailKind } from '../../mails/kinds.ts'
import { rendered } from '../../mails/render.ts'
import { type ComputedRead, planned } from '../../schema/reads.ts'
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'

/** A part of a mail as it is written of its content; null for one whose content is not kept. */
const partOf = (part: 'html' | 'text'): ComputedRead => ({
  inputs: { columns: ['kind', 'facts'] },
  compute: ({ kind, facts }) => {
    const stored = facts as Partial<StoredFacts>
    return stored.changes ? rendered(kind as MailKind, stored as StoredFacts)[part] : null
  },
})

resource('Mail', {
  scope: 'mails',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    kind: 'merchant',
    recipient: 'merchant',
    customerId: 'merchant',
    orderId: 'merchant',
    subscriptionId: 'merchant',
    sequence: 'merchant',
    state: 'merchant',
    tries: 'merchant',
    nextTryAt: 'merchant',
    subject: 'merchant',
    kept: 'merchant',
    answer: 'merchant',
    createdAt: 'merchant',
    deliveredAt: 'merchant',
    facts: 'nobody',
    mailerId: 'nobody',
    scheduledAt: 'nobody',
  },
  fields: (t) => ({
    html: t.string({
      nullable: true,
      description: 'It as HTML, a page of its own; REST answers that with `format=html`. Null where its content is not kept.',
      extensions: { read: partOf('html') },
      resolve: planned,
    }),
    text: t.string({
      nullable: true,
      description: 'It as plain text. Null where its content is not kept.',
      extensions: { read: partOf('text') },
      resolve: planned,
    }),
  }),
  access: merchantOnly,
  url: '/v1/mails/{id}/',
  record: 'mail',
  list: 'mails',
})
