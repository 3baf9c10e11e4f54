/** The REST rows for mails and the settings of their kinds. */
import { detail, list, route, write } from '../../rest/route.ts'

export const fragments = `
  fragment MailSetting on MailSetting { id kind isOn words type }

  fragment MailListItem on Mail {
    id kind recipient customerId orderId subscriptionId sequence state tries nextTryAt subject kept answer createdAt deliveredAt type url
  }

  fragment Mail on Mail { ...MailListItem html text }
`

const settings = '/v1/mail_settings/{kind}/'

export const routes = [
  list('/v1/mails/', 'ListMails', 'mails', 'Mail', '...MailListItem'),
  write('POST /v1/mails/preview/', 'previewMail', 'mailSetting { ...MailSetting } subject html text'),
  write('POST /v1/mails/test/', 'testMail', 'mail { ...MailListItem }'),
  write('POST /v1/mails/bounces/', 'reportBounce', 'customer { ...CustomerDetail }'),
  { ...detail('/v1/mails/{mail_id}/', 'GetMail', 'mail', '...Mail'), page: { field: 'html' } },
  write('POST /v1/mails/{mail_id}/resend/', 'resendMail', 'mail { ...MailListItem }'),
  list('/v1/mail_settings/', 'ListMailSettings', 'mailSettings', 'MailSetting', '...MailSetting'),
  route(
    `GET ${settings}`,
    'query GetMailSettings($kind: String!) { mailSettings(filter: { kind: { eq: $kind } }, first: 1) { nodes { ...MailSetting } } }',
  ),
  write(`PUT ${settings}`, 'updateMailSettings', 'mailSetting { ...MailSetting }'),
]
