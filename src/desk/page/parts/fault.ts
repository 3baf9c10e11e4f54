/**
 * Writes what the API refuses for people: labels of fields in the place of paths, amounts in the shop's currency and times in its zone.
 * Pure.
 */
import { money, spoken, time } from '../format.ts'

/** A field of a form. @property paths those of the input that it makes, where they are not its name: `instances.price`. */
export type LabelledField = { name: string; label: string; kind: string; paths?: readonly string[] }

type RefusedField = { field: string | null; message: string }

/** The values of a mutation's input. */
type SentInput = Readonly<Record<string, unknown>>

/** The error of graphql-js about a value of the input: its path and what is wrong. */
const wrongValue = /^Variable "\$input" got invalid value [\s\S]*? at "input\.([^"]+)"; ([\s\S]*)$/

/** Complaints of graphql-js about a value, in words. */
const inWords: readonly (readonly [RegExp, string])[] = [
  [/^Value "([\s\S]*?)" does not exist in "\w+" enum\.?/, 'has “$1”, which there is not.'],
  [/^Int cannot represent [\s\S]*/, 'must be a whole number that is not too large.'],
]

/** A path, perhaps of one step: `lines[0].quantity`. What is part of an address, of a quoted text or of a longer word is none. */
const paths = /(?<![\w."“/@:-])[a-z][A-Za-z0-9]*(?:\[\d+\])?(?:\.[a-z][A-Za-z0-9]*(?:\[\d+\])?)*(?![\w"”/@-]|\.\w)/g

const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** Numbers of a sentence about an amount that are amounts themselves, and not ids. */
const amounts = /(?<=(?:\b(?:from|to|not|least|most|than|is)|,) )-?\d+(?![\w.]*\d)/g

/**
 * @param fields of the form; one of a record in a list of the input is called after both: `lines#12`.
 * @returns the fault with the name of its field, where the form has it.
 */
export function shownFault<Refused extends RefusedField>(
  refused: Refused,
  fields: readonly LabelledField[],
  input: SentInput,
): Refused {
  const [, at, wrong] = wrongValue.exec(refused.message) ?? []
  const path = at ?? refused.field
  const told =
    wrong === undefined ? refused.message : `${path} ${inWords.reduce((text, [what, words]) => text.replace(what, words), wrong)}`
  const found = path === null ? undefined : fieldAt(path, fields, input)
  // A sentence of its own needs no path before it.
  const sentence =
    path !== null && told.startsWith(`${path}: `) && /^[A-Z]/.test(told.slice(path.length + 2))
      ? told.slice(path.length + 2)
      : told
  // The value that was sent is repeated as it was.
  const end = /, not [^ ]*$/.exec(sentence)?.index ?? sentence.length
  const head = sentence.slice(0, end).replace(paths, (name, place: number, whole: string) => {
    const isFirst = place === 0 || whole.slice(0, place).endsWith('. ')
    if (!isPath(name, input) && !(name === path && place === 0)) return name
    const label = labelAt(name, fields, input)
    return isFirst ? label : lowered(label)
  })
  const timed = (head + sentence.slice(end)).replace(times, (moment) => time(moment))
  const message = found?.kind === 'amount' ? timed.replace(amounts, (amount) => money(Number(amount))) : timed
  return { ...refused, field: found?.name ?? path, message }
}

/** Whether a word of a sentence is a path: it has the form of one, and its first step is in the input unless it is a single name. */
function isPath(text: string, input: SentInput): boolean {
  if (text.includes('[')) return true
  const [first = '', ...rest] = text.split('.')
  return rest.length > 0 ? first in input : /[a-z][A-Z]/.test(text)
}

const plain = (path: string): string => path.replace(/\[\d+\]/g, '')

/** The field that makes a path, or that has it inside. */
function fieldAt(path: string, fields: readonly LabelledField[], input: SentInput): LabelledField | undefined {
  return exactly(path, fields, input) ?? fields.find(({ name }) => name === plain(path).split('.')[0])
}

function exactly(path: string, fields: readonly LabelledField[], input: SentInput): LabelledField | undefined {
  const [, list = '', place = ''] = /^(\w+)\[(\d+)\]/.exec(path) ?? []
  const record = (input[list] as readonly { id?: unknown }[] | undefined)?.[Number(place)]
  const whole = plain(path)
  return fields.find((field) => field.name === whole || field.paths?.includes(whole) || field.name === `${list}#${record?.id}`)
}

/** A path as people read it: `lines[0].quantity` → `Line 1: quantity`. */
function labelAt(path: string, fields: readonly LabelledField[], input: SentInput): string {
  const field = exactly(path, fields, input)
  if (field) return field.label
  const [first = '', ...rest] = path.split('.').map(stepInWords)
  const outer = fieldAt(path, fields, input)?.label ?? first
  return [outer, ...rest.map((step) => step.toLowerCase())].join(': ')
}

function stepInWords(step: string): string {
  const [, name = '', place] = /^(\w+?)(?:\[(\d+)\])?$/.exec(step) ?? []
  const said = spoken(name).replace(/ ids?$/, '')
  return place === undefined ? said : `${singular(said)} ${Number(place) + 1}`
}

const singular = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/(?<!s)s$/, '')

/** A label within a sentence; abbreviations stay. */
const lowered = (label: string): string =>
  /^[A-Z](?![A-Z])/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
