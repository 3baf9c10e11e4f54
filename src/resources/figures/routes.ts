/** The REST rows for figures, made from what each shows. */
import { route } from '../../rest/route.ts'
import { capital } from '../../schema/wording.ts'
import { snakeCase } from '../../values/text.ts'
import { catalogue } from './catalogue.ts'

const variables =
  '$from: String, $to: String, $bucket: FigureBucket, $by: FigureGroup, $zone: String, $as_of: DateTime, $explain: Boolean, $churn: FigureChurn, $pauses: FigurePauses'
const given =
  'from: $from, to: $to, bucket: $bucket, by: $by, zone: $zone, asOf: $as_of, explain: $explain, options: { churn: $churn, pauses: $pauses }'

export const routes = Object.entries(catalogue).map(([name, { columns }]) => {
  const row = `start end key ${Object.keys(columns).join(' ')}`
  const shown = `currency definition exactSince formula list source sql zone rows { ${row} } groups { ${row} }`
  return route(
    `GET /v1/figures/${snakeCase(name)}/`,
    `query Get${capital(name)}Figure(${variables}) { figures(${given}) { ${name} { ${shown} } } }`,
  )
})
