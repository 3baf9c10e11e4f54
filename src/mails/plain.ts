/** A mail as plain text, in lines of at most 72 characters where words allow. Pure. */
import type { Block, Letter, Look, MailRow } from './block.ts'

const width = 72

/** Breaks a text into lines between its words. */
function wrapped(text: string): string {
  return text
    .split('\n')
    .map((paragraph) => {
      const lines: string[] = []
      for (const word of paragraph.split(' ')) {
        const last = lines.at(-1)
        if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
        else lines.push(word)
      }
      return lines.join('\n')
    })
    .join('\n')
}

/** A row whose end stands at the right where there is room. */
function row({ text, detail, end }: MailRow): string {
  const gap = width - text.length - end.length
  const first = gap >= 2 ? `${text}${' '.repeat(gap)}${end}` : `${wrapped(text)}\n${end.padStart(width)}`
  return detail ? `${first}\n  ${detail.replaceAll('\n', '\n  ')}` : first
}

function written(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return wrapped(block.text)
    case 'paragraph':
    case 'note':
      return wrapped(block.text)
    case 'button':
    case 'link':
      return `${block.text}:\n${block.address}`
    case 'table':
      return block.rows.map(row).join('\n')
  }
}

/** Writes a mail as plain text. */
export const plainOf = ({ blocks }: Letter, { shop, footer }: Look): string =>
  `${[...blocks.map(written), ['-- ', shop, ...footer.filter((line) => line !== shop)].join('\n')].join('\n\n')}\n`
