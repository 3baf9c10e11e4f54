/** The path of a record on REST: written for whoever reads it, and read back when it is filtered by. */
import type { Role } from '../auth/viewer.ts'
import { parseId } from '../values/id.ts'

/** Columns stand in braces: `/v1/books/{id}/`; what customers and visitors are shown may differ. */
export type PathForms = string | { merchant: string; others: string }

/** A part of a path: a text, or the column whose value stands there. */
type PathStep = { text: string } | { column: string }

export type Path = {
  /** The columns that any of its forms has. */
  columns: readonly string[]
  /** What it is made of for somebody. */
  steps: (role: Role) => readonly PathStep[]
  /** Reads a path of any form, with or without the last slash, into the values its row has; undefined when it is none. */
  read: (text: string) => Readonly<Record<string, bigint>> | undefined
}

/** Makes the path of a resource's records. */
export function pathOf(forms: PathForms): Path {
  const { merchant, others } = typeof forms === 'string' ? { merchant: forms, others: forms } : forms
  const templates = [...new Set([merchant, others])]
  const [toMerchants, toOthers] = [stepsIn(merchant), stepsIn(others)]
  return {
    columns: [...new Set([...toMerchants, ...toOthers].flatMap((step) => ('column' in step ? [step.column] : [])))],
    steps: (role) => (role === 'merchant' ? toMerchants : toOthers),
    read: (text) => templates.map((template) => readPath(template, text)).find((values) => values !== undefined),
  }
}

/** Takes a template apart: between its texts, every second piece names a column. */
const stepsIn = (template: string): PathStep[] =>
  template.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? { text: piece } : { column: piece }))

/** `/v1/books` and `/v1/books/` alike are an empty step, `v1` and `books`. */
export const stepsOf = (path: string): string[] => (path.endsWith('/') ? path.slice(0, -1) : path).split('/')

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
