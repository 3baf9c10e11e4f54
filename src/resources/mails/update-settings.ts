/** Switches a kind of mails on or off, and changes its words. */
import { kindsOfMails, type MailKind, mailKinds } from '../../mails/kinds.ts'
import type { OwnWords } from '../../mails/own-words.ts'
import { languages } from '../../mails/words.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { builder, mutation } from '../describe.ts'
import { texts, withWords } from './own-words.ts'

const wordsInput = builder.inputType('MailWordsInput', {
  description: 'Words of a kind of mails in a language; those that are left out stay as they are.',
  fields: (t) => ({
    language: t.string({ required: true, description: `The language: ${Object.keys(languages).join(' or ')}.` }),
    ...inputFields(t, texts),
  }),
})

const placeholders = kindsOfMails.map(
  (kind) => `\`${kind}\` ${mailKinds[kind].placeholders.map((name) => `\`{{ ${name} }}\``).join(' ')}`,
)

mutation('updateMailSettings', {
  description: `Changes the settings of a kind of mails; what is left out stays. Texts may have the placeholders of the kind: ${placeholders.join('; ')}.`,
  emits: ['mail_setting.updated'],
  input: (t) => ({
    kind: t.string({ required: true, description: `The kind: ${kindsOfMails.map((kind) => `\`${kind}\``).join(', ')}.` }),
    isOn: t.boolean({ description: 'Whether mails of the kind are sent.' }),
    words: t.field({ type: [wordsInput], description: "The store's own words, by their languages." }),
  }),
  shows: { field: 'mailSetting', resource: 'MailSetting' },
  async write(write, { kind, isOn, words }) {
    if (isOn === null) throw badInput(say`${field('isOn')} must not be null.`, 'isOn')
    const row = await write.lock('MailSetting', { kind })
    const before = row.words as OwnWords[]
    await write.change(row, {
      ...(isOn !== undefined && { isOn }),
      ...(words != null && { words: withWords(row.kind as MailKind, before, words) }),
    })
    return { id: row.id }
  },
})
