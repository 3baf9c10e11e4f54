/**
 * A mail as HTML: tables, since mail programs lay out little else; styles in place, and a dark scheme for programs that have one; no picture or
 * address from elsewhere but the links of the mail. Pure.
 */
import { readableOn } from '../values/colour.ts'
import { escapeHtml } from '../values/text.ts'
import type { Block, Letter, Look, MailRow } from './block.ts'

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** A text with its line breaks. */
const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const cell = (content: string, style: string, align = ''): string =>
  `<td class="ink line"${align} style="${font};font-size:15px;line-height:22px;padding:10px 0;${style}">${content}</td>`

function tableRow({ text, detail, end, isTotal }: MailRow): string {
  const weight = isTotal ? 'font-weight:700;color:#1a1a1a' : 'color:#1a1a1a'
  const more = detail ? `<br><span class="faint" style="color:#5c5c5c;font-size:13px">${lines(detail)}</span>` : ''
  const border = 'border-bottom:1px solid #e4e4e4'
  const aligned = `${weight};${border};text-align:right;white-space:nowrap;vertical-align:top`
  return `<tr>${cell(`${lines(text)}${more}`, `${weight};${border};vertical-align:top`)}${cell(escapeHtml(end), `${aligned};padding-left:16px`, ' align="right"')}</tr>`
}

function written(block: Block, { colour }: Look): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 class="ink" style="${font};font-size:22px;line-height:30px;font-weight:700;margin:0 0 12px;color:#1a1a1a">${lines(block.text)}</h1>`
    case 'paragraph':
      return `<p class="ink" style="${font};font-size:16px;line-height:24px;margin:0 0 16px;color:#1a1a1a">${lines(block.text)}</p>`
    case 'note':
      return `<p class="faint" style="${font};font-size:14px;line-height:21px;margin:0 0 16px;color:#5c5c5c">${lines(block.text)}</p>`
    case 'link':
      return `<p class="faint" style="${font};font-size:14px;line-height:21px;margin:0 0 10px;color:#5c5c5c"><a class="faint" href="${escapeHtml(block.address)}" style="color:#5c5c5c">${escapeHtml(block.text)}</a></p>`
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px"><tr><td style="background:${colour};border-radius:6px"><a href="${escapeHtml(block.address)}" style="${font};font-size:16px;line-height:20px;font-weight:600;color:${readableOn(colour)};text-decoration:none;display:inline-block;padding:12px 22px">${escapeHtml(block.text)}</a></td></tr></table>`
    case 'table':
      return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 20px">${block.rows.map(tableRow).join('')}</table>`
  }
}

/** Writes a mail as a page of HTML. */
export function htmlOf({ language, subject, blocks }: Letter, look: Look): string {
  const { shop, colour, footer } = look
  const end = footer.map(lines).join('<br>')
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #111111 !important; }
  .sheet { background: #1e1e1e !important; }
  .ink { color: #f2f2f2 !important; }
  .faint { color: #b4b4b4 !important; }
  .line { border-color: #3a3a3a !important; }
}
@media (max-width: 480px) { .sheet-cell { padding: 24px 18px !important; } }
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f4f4">
<table role="presentation" class="page" cellpadding="0" cellspacing="0" border="0" width="100%" style="background:#f4f4f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:600px;background:#ffffff;border-radius:8px">
<tr><td style="background:${colour};border-radius:8px 8px 0 0;padding:18px 32px;${font};font-size:18px;line-height:24px;font-weight:700;color:${readableOn(colour)}">${escapeHtml(shop)}</td></tr>
<tr><td class="sheet-cell" style="padding:32px">
${blocks.map((block) => written(block, look)).join('\n')}
</td></tr>
</table>
<p class="faint" style="${font};font-size:13px;line-height:20px;margin:16px 0 0;color:#5c5c5c;max-width:600px">${end}</p>
</td></tr></table>
</body>
</html>
`
}
