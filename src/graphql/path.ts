/** The path of a record on REST: written for whoever reads it, and read back when it is filtered by. */
import type { Role } from '../auth/viewer.ts'
import { parseId } from '../values/id.ts'

/** Columns stand in braces: `/v1/orders/{id}/`; what customers and visitors are shown may differ. */
export type PathForms = string | { merchant: string; others: string }

export type Path = {
  /** The columns that any of its forms has. */
  columns: readonly string[]
  /** Writes the path of a row. */
  write: (row: Readonly<Record<string, unknown>>, role: Role) => string
  /** Reads a path of any form, with or without the last slash, into the values its row has; undefined when it is none. */
  read: (text: string) => Readonly<Record<string, bigint>> | undefined
}

/** Makes the path of a resource's records. */
export function pathOf(forms: PathForms): Path {
  const { merchant, others } = typeof forms === 'string' ? { merchant: forms, others: forms } : forms
  const templates = [...new Set([merchant, others])]
  const [toMerchants, toOthers] = [writerOf(merchant), writerOf(others)]
  return {
    columns: [...new Set(templates.flatMap((template) => [...template.matchAll(/\{(\w+)\}/g)].map(([, column = '']) => column)))],
    write: (row, role) => (role === 'merchant' ? toMerchants : toOthers)(row),
    read: (text) => templates.map((template) => readPath(template, text)).find((values) => values !== undefined),
  }
}

/** Writes a row into a template, which is taken apart once: between its texts, every second piece names a column. */
function writerOf(template: string): (row: Readonly<Record<string, unknown>>) => string {
  const pieces = template.split(/\{(\w+)\}/)
  return (row) => pieces.map((piece, index) => (index % 2 === 0 ? piece : String(row[piece]))).join('')
}

const stepsOf = (path: string): string[] => (path.endsWith('/') ? path.slice(0, -1) : path).split('/')

function readPath(template: string, text: string): Record<string, bigint> | undefined {
  const wanted = stepsOf(template)
  const given = stepsOf(text)
  if (given.length !== wanted.length) return undefined
  const values: Record<string, bigint> = {}
  for (const [index, step] of wanted.entries()) {
    const text = given[index] ?? ''
    if (step.startsWith('{')) {
      const id = parseId(text)
      if (id === undefined) return undefined
      values[step.slice(1, -1)] = id
    } else if (text !== step) return undefined
  }
  return values
}
