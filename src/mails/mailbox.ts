/** The mailbox: a list of the mails that were kept and not sent, as a page of HTML without scripts. Pure. */
import { escapeHtml } from '../values/text.ts'

/** A mail in the list. */
export type KeptMail = {
  storeId: bigint
  id: bigint
  shop: string
  kind: string
  recipient: string
  subject: string | null
  createdAt: Date
}

export const mailboxStyle = `
:root { color-scheme: light dark; --ink: #1a1a1a; --faint: #5c5c5c; --line: #e4e4e4; --page: #f4f4f4; --sheet: #ffffff; --link: #1f4f8a; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2f2f2; --faint: #b4b4b4; --line: #3a3a3a; --page: #111111; --sheet: #1e1e1e; --link: #9cc4ff; } }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
p { color: var(--faint); margin: 0 0 1rem; }
ul { list-style: none; margin: 0; padding: 0; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .75rem 1rem; color: inherit; text-decoration: none; }
a:hover, a:focus-visible { background: var(--page); outline-offset: -2px; }
strong { color: var(--link); overflow-wrap: anywhere; }
span, time { color: var(--faint); font-size: .875rem; overflow-wrap: anywhere; }
time { white-space: nowrap; }
@media (max-width: 480px) { a { grid-template-columns: minmax(0, 1fr); } }
`

const item = ({ storeId, id, shop, kind, recipient, subject, createdAt }: KeptMail): string => {
  const time = createdAt.toISOString().replace(/\.\d+/, '')
  return `<li><a href="/mailbox/${storeId}/${id}"><strong>${escapeHtml(subject ?? kind)}</strong><time datetime="${time}">${time.replace('T', ' ').replace('Z', ' UTC')}</time><span>${escapeHtml(`${shop} to ${recipient}`)}</span><span>${escapeHtml(kind)}</span></a></li>`
}

/** @param most how many are shown at most. */
export const mailboxPage = (mails: readonly KeptMail[], most: number): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title>
<style>${mailboxStyle}</style>
</head>
<body>
<main>
<h1>Mailbox</h1>
<p>Mails of the demo and of stores with a test clock, which were kept and not sent${mails.length < most ? '' : `; the newest ${most}`}.</p>
${mails.length === 0 ? '<p>There are none yet: pay for an order, or send a parcel.</p>' : `<ul>${mails.map(item).join('\n')}</ul>`}
</main>
</body>
</html>
`
