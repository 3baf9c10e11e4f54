/** The REST rows for mails and the settings of their kinds. */
import { list, route, write } from '../../rest/route.ts'

export const fragments = 'fragment MailSetting on MailSetting { id kind isOn words type }'

const settings = '/v1/mail_settings/{kind}/'

export const routes = [
  list('/v1/mail_settings/', 'ListMailSettings', 'mailSettings', 'MailSetting', '...MailSetting'),
  route(
    `GET ${settings}`,
    'query GetMailSettings($kind: String!) { mailSettings(filter: { kind: { eq: $kind } }, first: 1) { nodes { ...MailSetting } } }',
  ),
  write(`PUT ${settings}`, 'updateMailSettings', 'mailSetting { ...MailSetting }'),
]
