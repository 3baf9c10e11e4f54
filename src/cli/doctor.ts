/** `tandem doctor`: looks for what the operator should mend: the settings, the database around the data, and the data. */
import { readConfig } from '../config/config.ts'
import { json, OperatorCommand } from './command.ts'
import { examine, type Finding } from './examine.ts'
import { say, withDatabase } from './operate.ts'

export const doctorCommand = new OperatorCommand('doctor').option(...json).action((options: { json?: boolean }) =>
  withDatabase(async (_db, database) => {
    const looked = await examine(database, readConfig())
    const findings: Finding[] = looked.flatMap((look) => look.findings)
    const more = looked.reduce((sum, look) => sum + look.more, 0)
    if (findings.length > 0) process.exitCode = 1
    const checks = Object.fromEntries(looked.map((look) => [look.name, look.findings.length + look.more]))
    if (options.json) return say(JSON.stringify({ findings, more, checks }))
    for (const { message } of findings) say(message)
    if (more > 0) say(`And ${more} more.`)
    if (findings.length === 0) say('Nothing to mend.')
  }),
)
