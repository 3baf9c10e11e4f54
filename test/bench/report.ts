/** Writes the measurements: a table for people, or JSON for machines. */
import type { BenchDatabase } from './database.ts'
import { aligned } from './figures.ts'
import type { Load } from './load.ts'
import type { Scenario } from './scenarios.ts'

export type Line = Pick<Scenario, 'name' | 'group' | 'title' | 'surface'> & Load & { statements: number; bytes: number }

export type DatabaseReport = {
  database: BenchDatabase['name']
  thousands: number
  group: Scenario['group']
  startSeconds: number
  /** Resident memory in MiB of the server before its first request and after its last, and what it should stay under. */
  idleMebibytes: number | undefined
  loadedMebibytes: number | undefined
  idleTarget: number
  lines: Line[]
}

/** The findings of one of the other benchmarks. */
export type Section = {
  name: string
  text: string
  figures: object
  /** Whether it is beyond what it should be. */
  isOver: boolean
}

type Report = { connections: number; seconds: number; node: string; databases: DatabaseReport[]; sections: Section[] }

export const writeJson = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`

export function writeTable({ connections, seconds, node, databases, sections }: Report): string {
  const parts = databases.map((measured) => {
    const { database, thousands, group, startSeconds, idleMebibytes, loadedMebibytes, idleTarget, lines } = measured
    const rows = lines.map(({ title, surface, requestsPerSecond, p50, p99, processor, statements, bytes }) => [
      title,
      surface,
      requestsPerSecond.toFixed(0),
      p50.toFixed(1),
      p99.toFixed(1),
      processor?.toFixed(2) ?? '-',
      String(statements),
      (bytes / 1024).toFixed(1),
    ])
    return [
      `${database}, ${thousands},000 subscriptions: ${group}`,
      ...aligned([['scenario', 'surface', 'req/s', 'p50 ms', 'p99 ms', 'CPU ms', 'statements', 'KiB'], ...rows], 2),
      `start to the first answer: ${startSeconds.toFixed(2)} s`,
      `resident memory idle: ${mebibytes(idleMebibytes)} (target < ${idleTarget} MiB); after the load: ${mebibytes(loadedMebibytes)}`,
    ].join('\n')
  })
  const heading = databases.length > 0 ? `${connections} connections, ${seconds} s a scenario, Node ${node}` : `Node ${node}`
  return `${[heading, ...parts, ...sections.map(({ text }) => text)].join('\n\n')}\n`
}

const mebibytes = (number: number | undefined): string => (number === undefined ? 'not known here' : `${number.toFixed(0)} MiB`)
