/** HTML in which values are text: what is put into a template is escaped, unless it was made by one. Pure. */
import { escapeHtml } from '../values/text.ts'

/** Text that is HTML already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[]

const textOf = (part: HtmlPart): string => {
  if (part instanceof Html) return part.text
  if (part === false || part === null || part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part.map(textOf).join('')
}

/** A piece of HTML; attributes are written in double quotes. */
export const html = (texts: TemplateStringsArray, ...parts: HtmlPart[]): Html =>
  new Html(texts.map((text, place) => `${text}${place < parts.length ? textOf(parts[place]) : ''}`).join(''))
