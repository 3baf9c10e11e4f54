/** Sends a mail again. */
import type { StoredFacts } from '../../mails/facts.ts'
import type { MailKind } from '../../mails/kinds.ts'
import { badInput } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'
import { insertMail } from './new-mail.ts'

mutation('resendMail', {
  description:
    "Sends a mail again, as a mail of its own with the same content: to the customer's address as it is now, or to the recipient of a gift.",
  emits: ['mail.resent'],
  input: (t) => ({ id: t.id({ required: true, description: 'The mail.' }) }),
  shows: { field: 'mail', resource: 'Mail' },
  async write(write, input) {
    const mail = await write.lock('Mail', { id: readId(field('id'), input.id) })
    const facts = mail.facts as Partial<StoredFacts>
    if (mail.state === 'waiting' || mail.state === 'sending') throw badInput('The mail is still to be sent.')
    if (!facts.changes) throw badInput('The mail was not sent since there was no relay, and its content is not kept.')
    const { customerId, orderId, subscriptionId } = mail
    const customer = customerId === null ? undefined : await write.find('Customer', { id: customerId }, 'KEY SHARE')
    const isToCustomer = !facts.gift && customer !== undefined
    if (isToCustomer && customer.mailRefusedAt) throw badInput('The address of the customer takes no mails; change it first.')
    const recipient = isToCustomer ? customer.email : mail.recipient
    const id = await insertMail(write, {
      ...{ kind: mail.kind as MailKind, recipient, facts },
      about: { customerId, orderId, subscriptionId },
    })
    const changes = { mailId: { from: null, to: mail.id }, recipient: { from: null, to: recipient } }
    return { id, ...(customerId !== null && { customerId }), changes }
  },
})
