/** The log on standard output: one JSON object a line, or lines for people on a terminal. */
import { styleText } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'

/** Opens the log. Where its format is not set, people get text on a terminal, and programs JSON. */
export function openLog({ logLevel: level, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const { stdout } = process
  const format = logFormat ?? (stdout.isTTY ? 'text' : 'json')
  return format === 'json'
    ? pino({ level }, standardOutput())
    : pino({ level }, { write: (line) => void stdout.write(readable(line)) })
}

const bufferedBytes = 4_096
const flushMilliseconds = 100

/** Standard output, where lines wait up to a tenth of a second for others: a system call each would take 6% of a request's processor time. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: bufferedBytes, periodicFlush: flushMilliseconds })
  process.once('exit', () => output.flushSync())
  return output
}

const levels: Record<number, [name: string, style: Parameters<typeof styleText>[0]]> = {
  10: ['trace', 'gray'],
  20: ['debug', 'gray'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
}

/** Fields that are the same in every line, or stand at its beginning. */
const shownApart = new Set(['level', 'time', 'pid', 'hostname', 'msg'])

/**
 * A line of JSON as one for people: `12:00:00.000 info request  method=GET path=/v1/orders/ status=200`. Texts of several lines, such as
 * stacks, and the statements of a slow request stand below it.
 */
export function readable(line: string): string {
  const entry = JSON.parse(line) as Record<string, unknown> & { level: number; time: number; msg?: string }
  const [name, style] = levels[entry.level] ?? [String(entry.level), 'white']
  const below: string[] = []
  const fields = Object.entries(entry).flatMap(([key, value]) => {
    if (shownApart.has(key)) return []
    if (Array.isArray(value)) {
      below.push(...value.map((each) => `${key}: ${typeof each === 'string' ? each : JSON.stringify(each)}`))
      return []
    }
    if (isObject(value)) {
      const { stack, ...others } = value
      if (typeof stack === 'string') below.push(...stack.split('\n'))
      return [`${key}=${JSON.stringify(others)}`]
    }
    return [`${key}=${typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value)}`]
  })
  const time = new Date(entry.time).toISOString().slice(11, 23)
  const head = `${styleText('gray', time)} ${styleText(style, name.padEnd(5))} ${entry.msg ?? ''}`
  return `${[[head, ...fields].join(' '), ...below.map((text) => `    ${text}`)].join('\n')}\n`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
