/**
 * Holds what was printed in a document to what is printed now. `…` in a document stands for what it leaves out: in JSON any
 * value or any other members or items, in text any characters, on a line of its own any lines.
 */

/** The parts of an answer that differ from run to run, each with its reason; both sides are normalized by these. */
const rules: readonly [name: string, pattern: RegExp][] = [
  ['time: the demo store is made relative to the day', /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g],
  ['HTTP date', /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g],
  ['token of a customer: signed anew', /eyJ[\w-]+(?:\.[\w-]+\.[\w-]+|…)/g],
  ['secret of a key: random', /tsk_[\w-]{43}/g],
  ['client id of a key: random', /tk_[0-9a-f]{18}/g],
  ['request id, key to sign with: random', /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g],
]

/** Records that are made at run time have numbers behind those of the demo store; which, depends on what was run before. */
const lastOrderOfDemo = 113
const isMade = (value: unknown): boolean => /^\d{3,}$/.test(String(value)) && Number(value) > lastOrderOfDemo
const madeInPath = /(\/v1\/orders\/|"(?:id|order_id)":)(\d{3,})/g

/** Numbers that say how busy the machine was, or what was asked before. */
const measured = ['charged', 'remaining']

const told = (text: string): string =>
  rules
    .reduce((sum, [name, pattern]) => sum.replaceAll(pattern, `‹${name.split(':')[0]}›`), text)
    .replaceAll(madeInPath, (whole, before, id) => (isMade(id) ? `${before}‹made›` : whole))

/** The random values of a document and those of this run, for the commands that name them later. */
export function named(printed: string, actual: string): [printed: string, actual: string][] {
  const random = rules.slice(3).map(([, pattern]) => pattern)
  return random.flatMap((pattern) => {
    const now = [...actual.matchAll(pattern)]
    return [...printed.matchAll(pattern)].map(([name], index): [string, string] => [name, now[index]?.[0] ?? name])
  })
}

/** The mark of omitted text. */
const other = Symbol('…')
type Json = string | number | boolean | null | typeof other | (Json | typeof other)[] | Members
class Members {
  readonly entries: ([name: string, value: Json] | typeof other)[] = []
}

/** Reads JSON values that follow each other, in which `…` may stand for what is left out. */
export function readAll(text: string): Json[] {
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:…]|\S/gs)].map(([token]) => token)
  let at = 0
  const take = (wanted: string) => {
    if (tokens[at] !== wanted) throw new Error(`${wanted} is missing before ${tokens.slice(at, at + 8).join(' ')}`)
    at += 1
  }
  function value(): Json {
    const token = tokens[at++] ?? ''
    if (token === '…') return other
    if (token === '{') {
      const members = new Members()
      while (tokens[at] !== '}') {
        if (members.entries.length > 0) take(',')
        if (tokens[at] === '…') {
          at += 1
          members.entries.push(other)
          continue
        }
        const name = JSON.parse(tokens[at++] ?? '')
        take(':')
        members.entries.push([name, value()])
      }
      at += 1
      return members
    }
    if (token === '[') {
      const items: Json[] = []
      while (tokens[at] !== ']') {
        if (items.length > 0) take(',')
        items.push(value())
      }
      at += 1
      return items
    }
    return JSON.parse(token)
  }
  const values: Json[] = []
  while (at < tokens.length) values.push(value())
  return values
}

/** Where what is printed differs from what there is; undefined where it does not. */
function difference(printed: Json, actual: Json, at: string): string | undefined {
  if (printed === other) return undefined
  if (printed instanceof Members) {
    if (!(actual instanceof Members)) return `${at} is ${show(actual)}`
    const isSame = (one: Members['entries'][number], now: Members['entries'][number]) =>
      one !== other && now !== other && one[0] === now[0]
    return inOrder(printed.entries, actual.entries, isSame, (one, now) =>
      one === other || now === other ? undefined : ofMember(one, now[1], `${at}.${one[0]}`),
    )
  }
  if (Array.isArray(printed)) {
    if (!Array.isArray(actual)) return `${at} is ${show(actual)}`
    const isSame = (one: Json, now: Json) => difference(one, now, at) === undefined
    const closest = printed.includes(other) ? isSame : () => true
    return inOrder(printed, actual, closest, (one, now) => difference(one, now, `${at}[]`))
  }
  const isSame = typeof printed === 'string' && typeof actual === 'string' ? matches(printed, actual) : printed === actual
  return isSame ? undefined : `${at} is ${show(actual)}, printed as ${show(printed)}`

  function inOrder<Part>(
    parts: readonly Part[],
    now: readonly Part[],
    isSame: (one: Part, now: Part) => boolean,
    compare: (one: Part, now: Part) => string | undefined,
  ): string | undefined {
    let place = 0
    let isFree = false
    for (const part of parts) {
      if (part === other) {
        isFree = true
        continue
      }
      const from = place
      while (isFree && place < now.length && !isSame(part, now[place] as Part)) place += 1
      const found = now[place]
      if (found === undefined || !isSame(part, found)) return `${at} has no ${show(part)} behind what is printed before it`
      if (isFree && place === from) return `${at}: … stands for nothing before ${show(part)}`
      const fault = compare(part, found)
      if (fault) return fault
      place += 1
      isFree = false
    }
    if (isFree && place === now.length && now.length > 0) return `${at}: … stands for nothing at its end`
    return isFree || place === now.length ? undefined : `${at} goes on with ${show(now[place])}`
  }
}

function ofMember([name, printed]: [string, Json], actual: Json, at: string): string | undefined {
  if (measured.includes(name) && typeof printed === 'number' && typeof actual === 'number') return undefined
  if (['id', 'order_id'].includes(name) && typeof printed === typeof actual && isMade(printed) && isMade(actual)) return undefined
  return difference(printed, actual, at)
}

const show = (part: unknown): string =>
  JSON.stringify(part, (_name, value) => (value instanceof Members ? value.entries : value))?.slice(0, 200) ?? '…'

/** Whether text is what is printed, as far as that says. */
export function matches(printed: string, actual: string): boolean {
  const lines = told(printed)
    .split('\n')
    .map((line) => (line.trim() === '…' ? '[^]*' : line.split('…').map(RegExp.escape).join('.*')))
  return new RegExp(`^${lines.join('\n')}$`).test(told(actual))
}

/** The last member of each answer of GraphQL says what it cost; only where that is talked about it is printed. */
function withoutCost(printed: Json, actual: Json): Json {
  const has = (members: Members, name: string) => members.entries.some((each) => each !== other && each[0] === name)
  if (!(printed instanceof Members && actual instanceof Members) || has(printed, 'extensions') || !has(actual, 'data'))
    return actual
  const rest = new Members()
  rest.entries.push(...actual.entries.filter((each) => each === other || each[0] !== 'extensions'))
  return rest
}

/** The fault of a printed answer: undefined, or one sentence. */
export function faultOf(kind: string, printed: string, actual: string): string | undefined {
  if (kind !== 'json') return matches(printed.trim(), actual.trim()) ? undefined : `It is now:\n${actual.trim()}`
  const [wanted, now] = [readAll(printed), readAll(actual)]
  if (wanted.length !== now.length)
    return `${wanted.length} answers are printed, and there are ${now.length}:\n${actual.slice(0, 2000)}`
  for (const [index, each] of wanted.entries()) {
    const answer = now[index] as Json
    const fault = difference(each, withoutCost(each, answer), `answer ${index + 1}`)
    if (fault) return `${fault}\n${actual.slice(0, 2000)}`
  }
  return undefined
}
