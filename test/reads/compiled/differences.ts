/** The first difference between two answers, by its place. */
import { type Exact, isSame, Numeral } from './exact-json.ts'
import { type Expected, FreeForm } from './oracle.ts'

/** A value as graphql-js answers it, as exact JSON; free-form JSON apart. */
function exactOf(value: unknown): Exact {
  if (typeof value === 'number' || typeof value === 'bigint') return new Numeral(String(value))
  if (typeof value === 'object' && value !== null && 'rawJSON' in value) return new Numeral(String(value.rawJSON))
  return value as Exact
}

const spelled = (value: unknown): string =>
  value === undefined
    ? 'nothing'
    : JSON.stringify(value, (_key, each) =>
        typeof each === 'bigint' ? `${each}n` : each instanceof Map ? Object.fromEntries(each) : each,
      )?.slice(0, 300)

/** Says where a value is not as it is expected, and how; of objects the order of the fields counts. */
export function differenceAt(path: string, expected: unknown, actual: Exact | undefined): string | undefined {
  const differs = () => `${path} should be ${spelled(expected)}, and is ${spelled(actual)}`
  if (expected instanceof FreeForm) return actual !== undefined && isSame(expected.value, actual) ? undefined : differs()
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs()
    return firstOf(expected.map((each, index) => () => differenceAt(`${path}[${index}]`, each, actual[index])))
  }
  const exact = exactOf(expected)
  if (typeof exact !== 'object' || exact === null || exact instanceof Numeral)
    return actual !== undefined && isSame(exact, actual) ? undefined : differs()
  if (!(actual instanceof Map)) return differs()
  const names = Object.keys(expected as object)
  if (names.join() !== [...actual.keys()].join()) return differs()
  return firstOf(
    names.map((name) => () => differenceAt(`${path}.${name}`, (expected as Record<string, unknown>)[name], actual.get(name))),
  )
}

function firstOf(looks: (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const found = look()
    if (found) return found
  }
  return undefined
}

type Told = { path: readonly (string | number)[]; code: string }

function toldIn(answer: Map<string, Exact>): Told[] {
  const errors = (answer.get('errors') ?? []) as Map<string, Exact>[]
  return errors.map((error) => ({
    path: ((error.get('path') ?? []) as Exact[]).map((step) => (step instanceof Numeral ? Number(step.spelling) : String(step))),
    code: String((error.get('extensions') as Map<string, Exact> | undefined)?.get('code')),
  }))
}

const sorted = (told: readonly Told[]): string =>
  told
    .map((each) => JSON.stringify(each))
    .sort()
    .join(' ')

/** The first difference between what is expected of a document and the answer it got. */
export function differenceIn({ data, refused }: Expected, answer: Exact): string | undefined {
  if (!(answer instanceof Map)) return `The answer is no object: ${spelled(answer)}`
  const told = toldIn(answer)
  if (sorted(told) !== sorted(refused)) return `Refused should be ${sorted(refused)}, and is ${spelled(answer.get('errors'))}`
  return differenceAt('data', data, answer.get('data'))
}

const shut = ['FORBIDDEN', 'UNAUTHENTICATED', 'NOT_FOUND']

/**
 * The first difference in an answer to somebody who may not see all that is asked for: a root field is refused as a whole, or
 * answered as if nothing beside it were asked.
 */
export function differenceInOpen({ data, refused }: Expected, answer: Exact): string | undefined {
  if (!(answer instanceof Map)) return `The answer is no object: ${spelled(answer)}`
  const told = new Map(toldIn(answer).map(({ path, code }) => [path[0], code]))
  const answered = answer.get('data')
  return firstOf(
    Object.entries(data).map(([name, expected]) => () => {
      const code = told.get(name)
      if (code) return shut.includes(code) ? undefined : `data.${name} is refused as ${spelled(answer.get('errors'))}`
      const actual = answered instanceof Map ? answered.get(name) : undefined
      const isOpen = refused.every(({ path }) => path[0] !== name)
      return isOpen ? differenceAt(`data.${name}`, expected, actual) : `data.${name} should be refused, and is ${spelled(actual)}`
    }),
  )
}
