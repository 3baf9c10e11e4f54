/** Hostile documents of each known class: some far beyond a limit, some as costly as one within all limits can be. */
import type { ErrorCode } from '../../src/values/errors.ts'

type HostileDocument = { title: string; code: ErrorCode; query: string; atField?: true }

/** A document that would be answered. */
export const valid = '{ subscriptions(first: 1) { nodes { id } } }'

const repeat = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

const nest = (levels: number, open: string, within: string): string =>
  `${`${open} { `.repeat(levels)}${within}${' }'.repeat(levels)}`

/** Makes a refusal certain without being refused before graphql-js validates all the rest. */
const unknownField = 'shoe'

const ofSubscription = (selection: string): string => `{ subscriptions(first: 1) { nodes { ${selection} } } }`

/** Fragments of which each spreads the next so many times. */
const bomb = (fragments: number, spreads: number): string =>
  `${ofSubscription('...F0')} ${repeat(
    fragments,
    (index) =>
      `fragment F${index} on CustomerSubscription { ${index + 1 < fragments ? repeat(spreads, () => `...F${index + 1}`) : 'id'} }`,
  )}`

const fragmentsOnSubscription = (count: number, selection: string): string =>
  repeat(count, (index) => `fragment F${index} on CustomerSubscription { ${selection} }`)

/** A selection that spreads each of so many fragments. */
const sideBySide = (count: number, selection: string): string =>
  `${ofSubscription(repeat(count, (index) => `...F${index}`))} ${fragmentsOnSubscription(count, selection)}`

/** The same field twice, with fragments of its own in each. */
const twoFields = (count: number): string => {
  const spreads = (letter: string) => repeat(count, (index) => `...${letter}${index}`)
  const fragments = (letter: string) => repeat(count, (index) => `fragment ${letter}${index} on Customer { id name }`)
  return `${ofSubscription(`customer { ${spreads('F')} } customer { ${spreads('G')} }`)} ${fragments('F')} ${fragments('G')}`
}

/** Fragments without a field, deep in each other, in so many places that to look at all of them takes long. */
const inManyPlaces = (() => {
  const fragment = (name: string, count: number, inner: string) =>
    `fragment ${name} on Query { ${repeat(count, (index) => `${name.toLowerCase()}${index} { ...${inner} }`)} }`
  const deep = `fragment Z on Query { ${nest(330, '...', '...Unknown')} }`
  return `{ ...P } ${fragment('P', 5, 'Q')} ${fragment('Q', 6, 'R')} ${fragment('R', 7, 'Z')} ${deep}`
})()

/** Many fragments that each spread one of many fields, and have the same field again. */
const overOne = (fields: number, count: number): string => {
  const customers = (times: number) => repeat(times, () => 'customer { id }')
  const fragment = (name: string, selection: string) => `fragment ${name} on CustomerSubscription { ${selection} }`
  return `${fragment('F', customers(fields))} ${repeat(count, (index) => fragment(`G${index}`, `...F ${customers(10)}`))}`
}

const pages = (levels: number): string =>
  levels === 1
    ? 'subscriptions(first: 1000) { nodes { id } }'
    : `subscriptions(first: 1000) { nodes { customer { ${pages(levels - 1)} } } }`

const inputsOfInputs = 'inputFields { type { inputFields { type { name } } } }'

const inputsOfTypes = 'inputFields { type { inputFields { type { ofType { ofType { name } } } } } }'

const beyond = (title: string, query: string): HostileDocument => ({ title, code: 'TOO_COMPLEX', query })
const atField = (document: HostileDocument): HostileDocument => ({ ...document, atField: true })
const bad = (title: string, query: string): HostileDocument => ({ title, code: 'BAD_INPUT', query })

export const documents: readonly HostileDocument[] = [
  beyond('13 levels', `{ ${nest(4, 'subscriptions { nodes { customer', 'id')}${' } }'.repeat(4)} }`),
  beyond('1,000 levels', `{ ${nest(990, 'a', 'a')} }`),
  bad('900 levels of lists', `{ order(id: ${'['.repeat(900)}${']'.repeat(900)}) { id } }`),

  beyond('5,000 fields', ofSubscription(repeat(5_000, () => 'id'))),
  beyond('one field in 1,999 tokens', `{ ${repeat(1_997, () => 'id')} }`),
  beyond('240 times one field with a selection', ofSubscription(repeat(240, () => 'customer { id }'))),
  bad('123 times one field with a selection', ofSubscription(`${repeat(123, () => 'customer { id }')} ${unknownField}`)),
  bad('60 times one field with a selection', ofSubscription(`${repeat(60, () => 'customer { id }')} ${unknownField}`)),
  bad('15 times one field with 15 alike', ofSubscription(`${repeat(15, () => `customer { ${repeat(15, () => 'id')} }`)} shoe`)),
  bad('240 times one field', ofSubscription(`${repeat(240, () => 'id')} ${unknownField}`)),
  bad('60 arguments that conflict', `{ ${repeat(60, (index) => `order(id: ${index}) { id }`)} }`),
  bad('115 inline fragments', ofSubscription(`${repeat(115, () => '... { customer { id } }')} ${unknownField}`)),
  bad('60 inline fragments', ofSubscription(`${repeat(60, () => '... { customer { id } }')} ${unknownField}`)),

  beyond('10,000 aliases', `{ ${repeat(10_000, (index) => `a${index}: __typename`)} }`),
  beyond('31 aliases', `{ ${repeat(31, (index) => `a${index}: __typename`)} }`),

  bad('fragment in itself', `${ofSubscription('...A')} fragment A on CustomerSubscription { ...A }`),
  bad(
    'fragments in a circle',
    `${ofSubscription('...A')} fragment A on CustomerSubscription { ...B } fragment B on CustomerSubscription { ...A }`,
  ),
  beyond('fragment bomb 5×10', bomb(6, 10)),
  beyond('fragment bomb 7×10', bomb(8, 10)),
  beyond('fragment bomb 3^13', bomb(14, 3)),
  bad('98 fragments side by side', `${sideBySide(98, 'customer { id }')} { ${unknownField} }`),
  bad('40 fragments side by side', `${sideBySide(40, 'customer { id }')} { ${unknownField} }`),
  bad('52 fragments of leaves side by side', `${sideBySide(52, 'id note')} { ${unknownField} }`),
  bad('two fields with 26 fragments each', `${twoFields(26)} { ${unknownField} }`),
  bad('248 unknown fragments', `{ ${repeat(248, (index) => `...F${index}`)} }`),
  bad('55 unknown fragments', `{ ${repeat(55, (index) => `...F${index}`)} }`),
  bad('220 fragments of leaves side by side', `${sideBySide(220, 'id')} { ${unknownField} }`),
  bad('fragments without fields in 210 places', inManyPlaces),
  bad('39 fragments over one of 40 fields', `${overOne(40, 38)} { ${unknownField} }`),
  beyond('990 unknown fragments', `{ ${repeat(990, (index) => `...F${index}`)} }`),
  bad(
    '250 unused fragments of unknown types',
    `{ __typename } ${repeat(250, (n) => `fragment F${n} on Subscripton${n} { id }`)}`,
  ),

  beyond('21 directives', `{ ${repeat(21, () => '__typename @include(if: true)')} }`),
  beyond('6 directives at one place', `{ __typename ${repeat(6, () => '@include(if: true)')} }`),
  beyond('5,000 directives', `{ __typename ${repeat(5_000, () => '@include(if: true)')} }`),
  bad('20 unknown directives', `{ ${repeat(20, (index) => `__typename @includ${index}(if: true)`)} }`),

  bad(
    '1,900 values in a list',
    '{ subscriptions(filter: { status: { in: [LIST] } }) { totalCount } }'.replace(
      'LIST',
      repeat(1_900, (n) => `activ${n}`),
    ),
  ),
  bad('600 unknown arguments', `{ subscriptions(${repeat(600, (index) => `firs${index}: 1`)}) { totalCount } }`),
  bad('490 times one variable', `query (${repeat(490, () => '$a: Int')}) { subscriptions { totalCount } }`),
  beyond(
    '900 lists within each other',
    `query ($a: ${'['.repeat(900)}Int${']'.repeat(900)}) { orders(filter: { receivedGift: { eq: { a: $a } } }) { totalCount } }`,
  ),
  bad('400 variables of unknown types', `query (${repeat(400, (index) => `$a${index}: Subscripton`)}) { __typename }`),

  beyond('first: 1000 in two levels', `{ ${pages(2)} }`),
  beyond('first: 1000 in three levels', `{ ${pages(3)} }`),
  beyond('first: 1000 in four levels', `{ ${pages(4)} }`),
  atField(bad('first: 0', '{ subscriptions(first: 0) { nodes { id } } }')),
  atField(bad('first: -1', '{ subscriptions(first: -1) { nodes { id } } }')),
  bad('first: 2147483648', '{ subscriptions(first: 2147483648) { nodes { id } } }'),
  beyond('10,001 points', `{ subscriptions(first: 1000) { nodes { ${repeat(9, (index) => `a${index}: customer { id }`)} } } }`),

  beyond('schema in a circle', `{ __schema { types { ${nest(7, 'fields { type', 'name')}${' }'.repeat(7)} } } }`),
  beyond('schema by 30 aliases', `{ ${repeat(30, (index) => `a${index}: __schema { types { name } }`)} }`),

  beyond('inputs of inputs by 29 aliases', `{ __schema { ${repeat(29, (n) => `a${n}: types { ${inputsOfInputs} }`)} } }`),

  beyond('schema of inputs by 20 aliases', `{ ${repeat(20, (n) => `a${n}: __schema { types { ${inputsOfTypes} } }`)} }`),

  beyond('comments of 300,000 characters', `${'#\n'.repeat(150_000)}${valid}`),
  beyond('200,000 empty lines', `${'\n'.repeat(200_000)}{ ${unknownField} }`),
  bad('comments of 60,000 characters', `${'#\n'.repeat(30_000)}{ ${unknownField} }`),
  bad('60,000 lines, 120 unknown fields', `${'\n'.repeat(60_000)}${ofSubscription(repeat(120, (index) => `shoe${index}`))}`),
  bad('60,000 lines, 490 times one variable', `${'\n'.repeat(60_000)}query (${repeat(490, () => '$a: Int')}) { __typename }`),
  bad('240 lines, 490 times one variable', `${'\n'.repeat(240)}query (${repeat(490, () => '$a: Int')}) { __typename }`),
  bad('name of 60,000 characters', `{ ${'a'.repeat(60_000)} }`),
  atField(bad('string of 60,000 characters', `{ order(id: "${'1'.repeat(60_000)}") { id } }`)),

  beyond(
    '1,000 operations',
    repeat(1_000, (index) => `query Q${index} { __typename }`),
  ),
  bad(
    '390 operations',
    repeat(390, (index) => `query Q${index} { shoe }`),
  ),
  bad(
    '70 operations over a chain of 80 fragments',
    `${repeat(70, (index) => `query Q${index} { ...F0 }`)} ${repeat(80, (n) => `fragment F${n} on Query { ${n < 79 ? `...F${n + 1}` : 'shoe'} }`)}`,
  ),
  beyond('10,000 naughty names', `{ ${repeat(10_000, (index) => `subscription${index}`)} }`),
  bad('240 naughty names', ofSubscription(repeat(240, (index) => `productSubscriptionStatus${index}`))),
]
