/** Figures that documents tell and the code decides: they are the same. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { pages, root } from './pages.ts'

const textOf = (page: string): string => pages.find(({ path }) => path === page)?.text.replaceAll(/\s+/g, ' ') ?? ''
const sourceOf = (path: string): string => readFileSync(resolve(root, path), 'utf8')

/** The value of a constant, or of a named option, where it is written. */
function constant(path: string, name: string): number {
  const [, value] = new RegExp(`(?:const ${name} =|\\b${name}:) ([\\d_.* ]+),?$`, 'm').exec(sourceOf(path)) ?? []
  if (!value) throw new Error(`${path} has no number ${name}`)
  return value
    .split('*')
    .map((factor) => Number(factor.replaceAll('_', '')))
    .reduce((product, factor) => product * factor, 1)
}

const manual = 'src/cli/README.md'
const budget = 'src/budget/README.md'

/** A document, what it says with `#` for a figure, and the constant that decides it, in so many parts of the document's unit. */
const figures: [page: string, sentence: string, source: string, name: string, unit?: number][] = [
  ['src/read/README.md', 'at most #, on both surfaces', 'src/schema/paging.ts', 'maxPageSize'],
  ['src/read/README.md', 'relations up to # deep', 'src/read/filter/filter-limits.ts', 'maxFilterLinks'],
  ['src/read/README.md', 'nest at most # deep', 'src/read/filter/filter-limits.ts', 'maxFilterGroups'],
  ['src/read/README.md', 'at most # conditions and values', 'src/read/filter/filter-limits.ts', 'maxFilterSize'],
  ['src/read/README.md', '# in one list', 'src/schema/operators.ts', 'maxListLength'],
  ['src/read/README.md', 'at most # patterns', 'src/read/filter/filter-limits.ts', 'maxFilterPatterns'],
  ['src/read/README.md', 'patterns of # characters', 'src/read/filter/filter-limits.ts', 'maxPatternLength'],
  ['src/read/README.md', 'The first # bytes are searched', 'src/values/comparable.ts', 'searchedBytes'],
  ['src/read/README.md', 'at most # significant digits', 'src/values/number.ts', 'maxDigits'],
  ['src/graphql/README.md', '`nodes(nodeIds:)` (at most #)', 'src/schema/node.ts', 'maxNodes'],
  [
    'src/resources/subscriptions/README.md',
    'of a subscription, at most #,',
    'src/resources/subscriptions/forecast/upcoming.ts',
    'mostUpcoming',
  ],
  [
    'src/resources/subscriptions/README.md',
    'at most # years ahead',
    'src/resources/subscriptions/forecast/forecast-periods.ts',
    'mostYears',
  ],
  [
    'src/resources/subscriptions/README.md',
    'at most # periods',
    'src/resources/subscriptions/forecast/forecast-periods.ts',
    'mostPeriods',
  ],
  ['src/rest/README.md', 'at most # characters, else 413', 'src/rest/handler.ts', 'maxSearchLength'],
  ['src/rest/README.md', '# form fields or parts', 'src/rest/form.ts', 'maxFields'],
  ['src/rest/README.md', 'longer than # characters', 'src/rest/reply.ts', 'maxLinkCharacters'],
  ['src/writes/README.md', 'kept # hours', 'src/config/limits.ts', 'keyHours'],
  ['src/resources/events/README.md', 'at most #, out of', 'src/read/plan/feed.ts', 'maxFeedSize'],
  ['src/resources/events/README.md', 'a page**: # events', 'src/read/plan/feed.ts', 'defaultFeedSize'],
  ['src/resources/events/README.md', 'out of at most # that', 'src/read/plan/feed.ts', 'examined'],
  ['src/writes/README.md', 'an answer over # characters', 'src/writes/replay.ts', 'maxKeptCharacters'],
  ['src/writes/README.md', 'at most some # characters', 'src/writes/bounded-changes.ts', 'entryCharacters'],
  ['src/auth/README.md', 'at most # valid keys', 'src/resources/merchant-keys/rules.ts', 'maxValidKeys'],
  ['src/auth/README.md', 'in its last # seconds', 'src/auth/signing-keys.ts', 'keyCacheSeconds'],
  ['src/auth/README.md', 'a wrong guess costs # points', 'src/budget/account.ts', 'mostOfGuess'],
  ['src/auth/README.md', '# ms after they came', 'src/start/serve.ts', 'refusalMilliseconds'],
  ['src/http/README.md', 'at most # origins a store', 'src/http/cross-origin.ts', 'maxOrigins'],
  ['src/http/README.md', '# fields of headers', 'src/http/server/listener.ts', 'maxHeaderFields'],
  ['src/http/README.md', 'headers within # s', 'src/http/server/listener.ts', 'headers', 1_000],
  ['src/http/README.md', 'a whole request within # s', 'src/http/server/listener.ts', 'request', 1_000],
  ['src/http/README.md', 'looked at every # s', 'src/http/server/listener.ts', 'checkEvery', 1_000],
  ['src/http/README.md', 'the answer read within # s', 'src/http/server/listener.ts', 'answer', 1_000],
  ['src/http/README.md', '# in all', 'src/http/server/listener.ts', 'connections'],
  ['src/http/README.md', '# of one network', 'src/http/server/listener.ts', 'connectionsOfOne'],
  ['src/http/README.md', '# on a connection', 'src/http/server/listener.ts', 'sentAhead'],
  ['src/http/README.md', '# MiB of them wait together', 'src/http/server/unread.ts', 'leastBytes', 1_048_576],
  ['src/http/README.md', 'max-age=#', 'src/http/representation.ts', 'sharedSeconds'],
  ['src/http/README.md', 'hold at most # MiB', 'src/http/body.ts', 'mostOfAll', 1_048_576],
  ['src/payments/README.md', 'within # seconds', 'src/payments/gateway.ts', 'gatewayDeadlineMilliseconds', 1_000],
  ['src/payments/README.md', 'for # payments at a time', 'src/purchases/payment/due-rows.ts', 'atOnce'],
  ['src/payments/README.md', '`tok_slow` (# s)', 'src/payments/sandbox.ts', 'slowMilliseconds', 1_000],
  ['src/resources/orders/README.md', '1 to # lines', 'src/resources/orders/create-rules.ts', 'maxLines'],
  ['src/resources/orders/README.md', 'lines of 1 to # pieces', 'src/purchases/payment/plan.ts', 'maxQuantity'],
  ['src/resources/orders/README.md', 'at most # deliveries', 'src/resources/orders/create-rules.ts', 'maxDeliveries'],
  ['src/resources/orders/README.md', 'at most # coupon codes', 'src/resources/orders/coupons.ts', 'maxCoupons'],
  ['src/resources/orders/README.md', 'younger than # seconds', 'src/resources/orders/create-rules.ts', 'guardSeconds'],
  ['src/resources/subscriptions/README.md', 'at most # days ago', 'src/resources/subscriptions/rules.ts', 'renewalWindowDays'],
  ['src/resources/subscriptions/README.md', 'of at most # characters', 'src/resources/subscriptions/writable.ts', 'maxRemark'],
  ['src/resources/surveys/README.md', 'at most # characters an answer', 'src/resources/surveys/rules.ts', 'maxValueLength'],
  ['src/resources/metadata/README.md', '# KiB of JSON', 'src/resources/metadata/rules.ts', 'maxBytes', 1_024],
  ['src/resources/metadata/README.md', '# levels', 'src/resources/metadata/rules.ts', 'maxDepth'],
  ['src/resources/metadata/README.md', '# keys with items of lists', 'src/resources/metadata/rules.ts', 'maxKeys'],
  [budget, '`totalCount` #', 'src/read/cost/cost.ts', 'countPoints'],
  [budget, "a filter's condition #", 'src/read/cost/filter-cost.ts', 'conditionPoints'],
  [budget, 'a pattern #', 'src/read/cost/filter-cost.ts', 'patternPoints'],
  [budget, '1 for each # characters, each relation', 'src/read/cost/filter-cost.ts', 'charactersOfPatternPoint'],
  [budget, 'each relation in it #', 'src/read/cost/filter-cost.ts', 'relationPoints'],
  [budget, 'a write #', 'src/read/cost/cost.ts', 'writePoints'],
  [budget, '1 for each # characters written', 'src/read/cost/cost.ts', 'charactersOfWritePoint'],
  [budget, '`__schema` #', 'src/read/cost/cost.ts', '__schema'],
  [budget, '`__type` #', 'src/read/cost/cost.ts', '__type'],
  [budget, 'or a few: #)', 'src/read/cost/cost.ts', 'unpagedSize'],
  [budget, 'within itself #', 'src/read/cost/cost.ts', 'unpagedSizeWithin'],
  [budget, '# a request', 'src/budget/account.ts', 'entryPoints'],
  [budget, '# a root field', 'src/read/cost/cost.ts', 'readPoints'],
  [budget, '1 for each # characters answered', 'src/graphql/price.ts', 'charactersOfPoint'],
  [budget, 'an error being #', 'src/graphql/run.ts', 'charactersOfError'],
  [budget, 'each # tokens of a document that is new', 'src/graphql/price.ts', 'tokensOfPoint'],
  [budget, 'each # conditions of a filter', 'src/read/cost/cost.ts', 'conditionsOfReadPoint'],
  [budget, 'beyond # a statement', 'src/db/meter.ts', 'freeMilliseconds'],
  [budget, 'each # bytes of a body', 'src/http/body.ts', 'bytesOfPoint'],
  [budget, 'each # parts it comes', 'src/http/body.ts', 'partsOfPoint'],
  [budget, 'each # characters a read is given', 'src/read/cost/cost.ts', 'charactersOfReadPoint'],
  [budget, 'each # of a kept answer', 'src/writes/replay.ts', 'charactersOfPoint'],
  [budget, '1 for each # KiB', 'src/budget/sending.ts', 'bytesOfPoint', 1_024],
  [budget, 'a clock # for each renewal', 'src/resources/store/clock-cost.ts', 'pointsOfStep'],
  [budget, 'at most a #th of a bucket', 'src/budget/account.ts', 'mostDearAtOnce'],
  [budget, '# buckets at most', 'src/budget/bucket.ts', 'mostDebts'],
  [budget, 'in all; # at one place', 'src/graphql/documents.ts', 'directivesAtOnePlace'],
  [budget, 'has at most # rows', 'src/schema/paging.ts', 'maxPageSize'],
  [budget, 'of the #, the keys of one store', 'src/db/connect.ts', 'max'],
  [budget, 'waits up to # s', 'src/db/connect.ts', 'connectMilliseconds', 1_000],
  [budget, 'has run for # seconds', 'src/db/embedded/database.ts', 'abandonedMilliseconds', 1_000],
  [manual, '(# seconds at most)', 'src/start/drain.ts', 'drainMilliseconds', 1_000],
  [manual, 'for # more seconds', 'src/start/drain.ts', 'noticeSeconds'],
  [manual, '(# to 86,400)', 'src/auth/customer-token.ts', 'shortestTokenSeconds'],
  [manual, '(60 to #)', 'src/auth/signing-keys.ts', 'longestTokenSeconds'],
  [manual, 'at most # days', 'src/values/overlap.ts', 'maxOverlapSeconds', 86_400],
  ['src/README.md', 'more than # lists at the root', 'src/read/run/pages.ts', 'maxPages'],
  ['src/README.md', 'or # ids', 'src/read/run/record-loader.ts', 'maxIds'],
]

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

describe('A document', () => {
  it.each(figures)('%s says "%s" as %s has %s', (page, sentence, source, name, unit = 1) => {
    const figure = constant(source, name) / unit
    const spelt = [figure.toLocaleString('en'), words[figure] ?? ''].filter((each) => each !== '')
    const said = spelt.map((each) => sentence.replace('#', each))
    expect(
      said.filter((each) => textOf(page).includes(each)),
      said.join(' or '),
    ).not.toEqual([])
  })
})

/** The rows of a table of settings: each name with its default, where that is one value. */
const rowsOf = (page: string): [page: string, name: string, value: string][] =>
  [...(pages.find(({ path }) => path === page)?.text ?? '').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \| (`[^|]*) \|/gm)].flatMap(
    ([, names = '', values = '']) => {
      const [all, defaults] = [names, values].map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each))
      return (all ?? []).map((name, index): [string, string, string] => [page, name, defaults?.[index] ?? ''])
    },
  )

describe('A setting', () => {
  it.each([...rowsOf(manual), ...rowsOf(budget)])('is in %s, %s, by default %s', (_page, name, value) => {
    expect(readConfig({ [name]: value })).toEqual(readConfig({}))
  })

  it('is in one of the two', () => {
    const settings = [...sourceOf('src/config/environment.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name)
    expect(settings.length).toBeGreaterThan(20)
    expect(settings.filter((name) => ![manual, budget].some((page) => textOf(page).includes(`\`${name}\``)))).toEqual([])
  })
})
