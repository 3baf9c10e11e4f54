/** A load of requests over kept-alive connections for a few seconds, each answer checked as it comes. */
import autocannon from 'autocannon'
import type { Call } from './scenarios.ts'

export type LoadOptions = {
  address: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** Whether a body is the right one. */
  isRight(body: string): boolean
  /** Seconds of processor time the server has taken so far, where the system tells. */
  processorSeconds(): number | undefined
}

/** Milliseconds, but for the requests a second. */
export type Load = {
  requests: number
  requestsPerSecond: number
  p50: number
  p99: number
  /** Processor time of the server for one request: tells two versions apart even on a busy machine. */
  processor: number | undefined
}

const warmUpSeconds = 2
// A busy embedded database lets a new connection in only now and then: 32 may take this long.
const maxWarmUpSeconds = 20
const answerWithinSeconds = 30

/**
 * Sends a request again and again. Measuring begins when the server is warm and every connection has had an answer: what a
 * connection waits to be let in is no part of it.
 *
 * @throws Error when there was no answer, or an answer was not 200 or not right, or did not come.
 */
export async function load(call: Call, options: LoadOptions): Promise<Load> {
  const { address, headers, connections, seconds, isRight, processorSeconds } = options
  // Waits for what an earlier load left unanswered.
  await (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(30_000) })).arrayBuffer()

  const milliseconds: number[] = []
  const answered = new Set<autocannon.Client>()
  let wrongStatus = 0
  let wrong = ''
  let processor: { from: number | undefined; to: number | undefined } = { from: undefined, to: undefined }
  const began = performance.now()
  let measuredFrom = Number.POSITIVE_INFINITY
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: `${address}${call.path}`,
        method: call.method,
        headers: { ...headers, ...(call.body && { 'Content-Type': 'application/json' }) },
        ...(call.body && { body: call.body }),
        connections,
        duration: maxWarmUpSeconds + seconds,
        timeout: answerWithinSeconds,
        verifyBody: (body) => {
          const isGood = body !== undefined && isRight(String(body))
          if (!isGood) wrong ||= String(body)
          return isGood
        },
      },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    )
    // Its own histogram knows whole milliseconds only.
    instance.on('response', (client, status, _bytes, time) => {
      if (status !== 200) wrongStatus += 1
      const now = performance.now()
      answered.add(client)
      if (measuredFrom === Number.POSITIVE_INFINITY) {
        if (now - began < warmUpSeconds * 1000 || answered.size < connections) return
        measuredFrom = now
        processor = { from: processorSeconds(), to: undefined }
      } else if (now - measuredFrom < seconds * 1000) {
        milliseconds.push(time)
      } else if (processor.to === undefined) {
        processor.to = processorSeconds()
        instance.stop()
      }
    })
  })

  const { mismatches, errors } = result
  if (wrongStatus + mismatches + errors > 0) {
    throw new Error(
      `${call.method} ${call.path}: ${wrongStatus} answers were not 200, ${mismatches} were not the right one, and ` +
        `${errors} requests failed. ${wrong && `The first wrong answer began: ${wrong.slice(0, 300)}`}`,
    )
  }
  const requests = milliseconds.length
  if (requests === 0) {
    throw new Error(`${call.method} ${call.path}: only ${answered.size} of ${connections} connections had an answer in time.`)
  }
  milliseconds.sort((a, b) => a - b)
  const percentile = (share: number) => milliseconds[Math.ceil(share * requests) - 1] ?? 0
  return {
    requests,
    requestsPerSecond: requests / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    processor: processor.from && processor.to && ((processor.to - processor.from) * 1000) / requests,
  }
}
