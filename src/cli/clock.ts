/** `tandem clock`: moves the test clock of a store, and does itself what falls due on the way. */
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseTime, followingClock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { openGateways } from '../payments/open.ts'
import { advanceClock } from '../resources/store/advance-clock.ts'
import { readId } from '../values/id.ts'
import { OperatorError } from '../values/operator-error.ts'
import { formatTime } from '../values/time.ts'
import { workRound } from '../worker/round.ts'
import { json, OperatorCommand } from './command.ts'
import { operate, readTime, report, say, withActingDatabase, withDatabase } from './operate.ts'
import { table } from './table.ts'

export const clockCommand = new OperatorCommand('clock')

type StoreOptions = { store: string; json?: boolean }

clockCommand
  .command('show')
  .description('show what time it is in a store')
  .requiredOption('--store <id>', 'the store')
  .option(...json)
  .action((options: StoreOptions) => {
    const storeId = readId('--store', options.store)
    return withDatabase(async (db) => show(await clockOfStore(db, storeId), options.json))
  })

clockCommand
  .command('advance')
  .description('move the test clock of a store, and do everything that falls due on the way, in its order')
  .requiredOption('--store <id>', 'the store')
  .requiredOption('--to <time>', 'where to: a date, or a time, such as 2027-02-01 or 2027-02-01T09:00:00Z')
  .option(...json)
  .action((options: StoreOptions & { to: string }) => {
    const storeId = readId('--store', options.store)
    const to = readTime('--to', options.to)
    return withActingDatabase(async (db) => {
      await operate(db, storeId, advanceClock, { to })
      await workUntilThere(db, storeId)
      const clock = await clockOfStore(db, storeId)
      if (options.json) return show(clock, true)
      if (clock.target) {
        process.exitCode = 1
        return say(
          `Stopped at ${formatTime(clock.now)}. It goes on with any server that works, or with: npm run tandem -- work --once`,
        )
      }
      say(`It is ${formatTime(clock.now)} in store ${storeId}.`)
    })
  })

type ShownTime = { storeId: bigint; hasTestClock: boolean; now: Date; target: Date | null }

async function clockOfStore(db: Db, id: bigint): Promise<ShownTime> {
  const select = { hasTestClock: true, clockNow: true, clockTarget: true } as const
  const store = await db.store.findUnique({ where: { id }, select })
  if (!store) throw new OperatorError(`There is no store ${id}. See: npm run tandem -- store list`)
  const { hasTestClock, clockNow, clockTarget } = store
  return { storeId: id, hasTestClock, now: clockNow ?? (await databaseTime(db)), target: clockTarget }
}

function show({ storeId, hasTestClock, now, target }: ShownTime, asJson = false): void {
  const [time, end] = [formatTime(now), target && formatTime(target)]
  if (asJson) {
    const shown = { store_id: Number(storeId), is_test: hasTestClock, now: time, target: end, is_moving: target !== null }
    say(JSON.stringify(shown))
    return
  }
  say(table(['STORE', 'CLOCK', 'NOW', 'TARGET'], [[String(storeId), hasTestClock ? 'test' : 'real', time, end ?? 'none']]))
}

const pauseMilliseconds = 1_000

/** Works, as servers do, until the clock of a store is where it is to go; the first signal ends it after what is begun. */
async function workUntilThere(db: Db, storeId: bigint): Promise<void> {
  const clock = await followingClock(() => databaseTime(db))
  const ending = new AbortController()
  const { signal } = ending
  const end = () => ending.abort()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, end)
  const worker = { db, clock, gateways: openGateways(db, clock), report, signal }
  const showProgress = progress()
  const from = await clockOfStore(db, storeId)
  let done = 0
  for (let at = from; at.target && !signal.aborted; at = await clockOfStore(db, storeId)) {
    showProgress(at.now, { from: from.now, to: at.target, done })
    const round = await workRound(worker)
    done += round.done
    if (round.done + round.moved === 0) await sleep(pauseMilliseconds, undefined, { signal }).catch(() => {})
  }
  showProgress(undefined)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, end)
}

const linesApartMilliseconds = 10_000

type Way = { from: Date; to: Date; done: number }

/** Prints how far a clock has moved: one rewritten line on a terminal, a line now and then elsewhere; without a time, ends the line. */
function progress(stream: NodeJS.WriteStream = process.stderr): (now: Date | undefined, way?: Way) => void {
  let lastLine = performance.now()
  return (now, way) => {
    if (!now || !way) {
      if (stream.isTTY) stream.write('\r\x1b[2K')
      return
    }
    const share = (now.getTime() - way.from.getTime()) / (way.to.getTime() - way.from.getTime())
    const line = `${formatTime(now)} on the way to ${formatTime(way.to)}, ${Math.floor(share * 100)} %, looked after ${way.done}`
    if (stream.isTTY) stream.write(`\r\x1b[2K${line}`)
    else if (performance.now() - lastLine >= linesApartMilliseconds) {
      lastLine = performance.now()
      stream.write(`${line}\n`)
    }
  }
}
