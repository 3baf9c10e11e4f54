/** The rules that linters of schemas agree on are followed, and each exception has its reason here. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import plugin from '@graphql-eslint/eslint-plugin'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const schema = resolve(root, 'schema.graphql')

/** The types that are listed; some, such as computed ones, have no id. */
const listed = [...readFileSync(schema, 'utf8').matchAll(/^type (\w+)Connection /gm)].map(([, name]) => name).join('|')

type Complaint = { rule: string; message: string }

/** A rule that is broken on purpose: why, and which of its complaints that explains. */
type Exception = { rule: string; why: string; explains: RegExp }

const contractSpelling = 'values are spelled as in the contract, on both surfaces alike'
const logic = 'AND, OR and NOT stand apart from columns, which could be called like that'
const recordsOnly = 'it is no record: a frame of a list, the payload of a write, a part of a record or what a rule says'
const order = 'things stand in the order in which people ask for them; the place of an enum value is its integer code'

// The few records that belong to another one are a plain list of it; a count of stock is listed, but is no record that has an id.
const relayOptions = {
  '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false }],
}

/** Reads no rule as kept that nobody breaks: each exception must explain something. */
function expectOnly(complaints: Complaint[], exceptions: Exception[]): void {
  const isExplained = ({ rule, message }: Complaint) =>
    exceptions.some((exception) => exception.rule === rule && exception.explains.test(message))
  expect(complaints.filter((each) => !isExplained(each))).toEqual([])
  const isUsed = ({ rule, explains }: Exception) => complaints.some((each) => each.rule === rule && explains.test(each.message))
  expect(exceptions.filter((each) => !isUsed(each))).toEqual([])
}

describe('schema.graphql', () => {
  it('is what the recommended rules of @graphql-eslint want, and those for Relay', { timeout: 120_000 }, async () => {
    const { rules } = plugin.configs['flat/schema-recommended']
    const eslint = new ESLint({
      cwd: root,
      overrideConfigFile: true,
      overrideConfig: [
        {
          files: ['**/*.graphql'],
          languageOptions: { parser: plugin.parser as never, parserOptions: { graphQLConfig: { schema } } },
          plugins: { '@graphql-eslint': plugin as never },
          rules: { ...rules, ...plugin.configs['flat/schema-relay'].rules, ...relayOptions } as never,
        },
      ],
    })
    const [file] = await eslint.lintFiles([schema])
    const complaints = (file?.messages ?? []).map(({ ruleId, message }) => ({
      rule: ruleId?.replace('@graphql-eslint/', '') ?? 'fatal',
      message,
    }))
    expectOnly(complaints, [
      { rule: 'naming-convention', why: contractSpelling, explains: /^Enum value "[a-z0-9_]+" should be in UPPER_CASE format$/ },
      {
        rule: 'no-typename-prefix',
        why: 'the other refunds of the same act, as the list and the route are called',
        explains: /^Field "refunds" starts with the name of the parent type "Refund"$/,
      },
      { rule: 'naming-convention', why: logic, explains: /^Input value "(AND|OR|NOT)" should be in camelCase format$/ },
      {
        rule: 'naming-convention',
        why: 'subscription types and variant types are words of the contract',
        explains: /^Type "(SubscriptionType|ProductVariantType)" should not have "Type" suffix$/,
      },
      {
        rule: 'no-typename-prefix',
        why: 'order_gift_info, product_billing_id and fulfillment_date are words of the contract',
        explains: /^Field "(orderGiftInfo|productBillingId|fulfillmentDate)" starts with the name of the parent type/,
      },
      {
        rule: 'no-typename-prefix',
        why: 'the invoice that a credit note or a correction is of',
        explains: /^Field "invoice(Id)?" starts with the name of the parent type "Invoice"$/,
      },
      { rule: 'no-typename-prefix', why: "id is the contract's", explains: /^Field "nodeId" starts with/ },
      {
        rule: 'strict-id-in-types',
        why: recordsOnly,
        explains: new RegExp(
          `^type "(${listed}|\\w+(Connection|Edge|Payload|Result|Aggregate|Values|Groups?|Sum|Average|Extreme)|GroupKey|PageInfo|Refundable|RefundableLine|ActionBlock|Action|UserError|OrderGiftInfo|Upcoming\\w+|EventFeed|Changes|Figures|\\w+FigureRow|\\w+Figure|RenewalForecast|ScheduledChange|StoreClock|CartLine|CartPrice|CartRenewal|CartPricing|Place|SignedIn|OwnSession|Invoice(Seller|Address|Buyer|Tax|Line|Sums|Payment))" must`,
        ),
      },
    ])
  })

  it('is what graphql-schema-linter wants', () => {
    const linter = resolve(import.meta.dirname, 'node_modules/.bin/graphql-schema-linter')
    let told = '{"errors":[]}'
    try {
      execFileSync(linter, [schema, '-f', 'json'], { encoding: 'utf8', stdio: 'pipe', maxBuffer: 67_108_864 })
    } catch (error) {
      told = (error as { stdout: string }).stdout
    }
    const { errors } = JSON.parse(told) as { errors: Complaint[] }
    expectOnly(errors, [
      { rule: 'enum-values-all-caps', why: contractSpelling, explains: /`\w+\.[a-z0-9_]+` should be uppercase/ },
      { rule: 'input-object-values-are-camel-cased', why: logic, explains: /\.(AND|OR|NOT)` is not camel cased/ },
      { rule: 'enum-values-sorted-alphabetically', why: order, explains: /./ },
      { rule: 'type-fields-sorted-alphabetically', why: order, explains: /./ },
      { rule: 'input-object-fields-sorted-alphabetically', why: order, explains: /./ },
    ])
  })
})
