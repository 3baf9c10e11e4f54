/** The REST path of a record: written for a role, and parsed when it is filtered by. */
import type { Role } from '../auth/viewer.ts'
import { parseId } from '../values/id.ts'
import { stepsOf } from '../values/text.ts'

/**
 * Templates with columns in braces: `/v1/books/{id}/`. One alone is a row for merchants; customers and visitors have a row only where it
 * is given. A record has no path where the column `unless` has a value.
 */
export type PathForms = string | { merchant: string; others: string; unless?: string }

/** A step of a path: a text, or a column's value. */
type PathStep = { text: string } | { column: string }

export type Path = {
  /** The columns in any of its forms. */
  columns: readonly string[]
  /** The steps for a role; those for merchants where it has no row. */
  steps: (role: Role) => readonly PathStep[]
  /** Whether a role has a row that the path leads to. */
  isFor: (role: Role) => boolean
  /** The column whose value says that a record has no path. */
  unless: string | undefined
  /** Parses a path of any form, with or without the trailing slash, into column values; undefined for any other text. */
  read: (text: string) => Readonly<Record<string, bigint>> | undefined
}

/** Creates the path of a resource's records. */
export function pathOf(forms: PathForms): Path {
  const { merchant, others, unless } = typeof forms === 'string' ? { merchant: forms, others: forms } : forms
  const templates = [...new Set([merchant, others])]
  const [toMerchants, toOthers] = [stepsIn(merchant), stepsIn(others)]
  return {
    columns: [...new Set([...toMerchants, ...toOthers].flatMap((step) => ('column' in step ? [step.column] : [])))],
    steps: (role) => (role === 'merchant' ? toMerchants : toOthers),
    isFor: (role) => role === 'merchant' || typeof forms !== 'string',
    unless,
    read: (text) => templates.map((template) => readPath(template, text)).find((values) => values !== undefined),
  }
}

/** Splits a template at its braces: every second piece names a column. */
const stepsIn = (template: string): PathStep[] =>
  template.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? { text: piece } : { column: piece }))

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
