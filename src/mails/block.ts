/** A mail as a tree of blocks, from which HTML and plain text are made. Pure. */

/** A row of a table: a text, and an amount or another short text at its end. */
export type MailRow = { text: string; detail?: string | undefined; end: string; isTotal?: boolean }

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'button'; text: string; address: string }
  | { kind: 'link'; text: string; address: string }
  | { kind: 'table'; rows: readonly MailRow[] }
  | { kind: 'note'; text: string }

/** The colours and the lines that all mails of a shop have. */
export type Look = {
  shop: string
  /** The background of headings and buttons, as `#rrggbb`. */
  colour: string
  /** Lines at the end: the company, its address, how to reach it. */
  footer: readonly string[]
}

/** A mail without its look. */
export type Letter = { language: string; subject: string; blocks: readonly Block[] }

/** A mail that is ready to send. */
export type Rendered = { subject: string; html: string; text: string }
