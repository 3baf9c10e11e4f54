/** `tandem doctor`: looks for what the operator should mend in the data. */
import { type BrokenRows, brokenRows } from '../db/broken-rows.ts'
import { sentenceOf } from '../db/checks.ts'
import type { Db } from '../db/connect.ts'
import { copySentence } from '../db/installation.ts'
import type { OpenedDatabase } from '../db/opened.ts'
import { type SharedKey, sharedKeys } from '../resources/shared-keys.ts'
import { inContract } from '../values/sentence.ts'
import { snakeCase } from '../values/text.ts'
import { json, OperatorCommand } from './command.ts'
import { say, withDatabase } from './operate.ts'

/** Something to mend: what it is, for people to read, and its parts, for programs. */
type Finding = { kind: string; message: string } & Record<string, unknown>

/** The result of one check; `more` is the number of findings left out. */
type Look = (db: Db, database: OpenedDatabase) => Promise<{ findings: Finding[]; more: number }>

const looks: Look[] = [
  async (_db, { isCopy }) => ({ findings: isCopy ? [{ kind: 'copy', message: copySentence }] : [], more: 0 }),
  async (db) => {
    const { found, total } = await sharedKeys(db, 'customer')
    return { findings: found.map(sharedEmail), more: total - found.length }
  },
  async (db) => {
    const { found, total } = await sharedKeys(db, 'coupon')
    return { findings: found.map(sharedCode), more: total - found.length }
  },
  async (db) => ({ findings: (await brokenRows(db)).map(refusedValue), more: 0 }),
]

export const doctorCommand = new OperatorCommand('doctor')
  .description('look for what should be mended in the data; exit code 1 when there is something')
  .option(...json)
  .action((options: { json?: boolean }) =>
    withDatabase(async (db, database) => {
      const findings: Finding[] = []
      let more = 0
      for (const look of looks) {
        const seen = await look(db, database)
        findings.push(...seen.findings)
        more += seen.more
      }
      if (findings.length > 0) process.exitCode = 1
      if (options.json) return say(JSON.stringify({ findings, more }))
      for (const { message } of findings) say(message)
      if (more > 0) say(`And ${more} more.`)
      if (findings.length === 0) say('Nothing to mend.')
    }),
  )

function sharedEmail({ storeId, key: email, count, ids }: SharedKey): Finding {
  return {
    kind: 'shared_email',
    message:
      `Store ${storeId}: ${email} is the address of customers ${listed(ids, count)}. An order by this address is ` +
      'refused; give all but one of them another address.',
    store_id: Number(storeId),
    email,
    customers: count,
    customer_ids: ids.map(Number),
  }
}

function sharedCode({ storeId, key: code, count, ids }: SharedKey): Finding {
  return {
    kind: 'shared_code',
    message:
      `Store ${storeId}: ${code} is the code of coupons ${listed(ids, count)} in different cases. An order by a spelling ` +
      `that none of them has gets coupon ${ids[0]}; give all but one of them another code.`,
    store_id: Number(storeId),
    code,
    coupons: count,
    coupon_ids: ids.map(Number),
  }
}

function refusedValue({ storeId, check, count, ids }: BrokenRows): Finding {
  const { table, column } = check
  const sentence = inContract(sentenceOf(check)).replace(/\.$/, '')
  return {
    kind: 'refused_value',
    message: `Store ${storeId}: ${sentence}; change it in ${table} ${listed(ids, count)}. Until then every change of such a row is refused.`,
    store_id: Number(storeId),
    record_type: table,
    column: snakeCase(column),
    records: count,
    record_ids: ids.map(Number),
  }
}

/** The ids that are named, and how many there are beside them. */
const listed = (ids: readonly bigint[], count: number): string =>
  `${ids.join(', ')}${count > ids.length ? ` and ${count - ids.length} more` : ''}`
