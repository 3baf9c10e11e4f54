/** A load of requests over kept-alive connections for a few seconds, each answer checked as it comes. */
import autocannon from 'autocannon'
import type { Call, Turn } from './scenarios.ts'

export type LoadOptions = {
  address: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** How many requests a second, all connections together; as many as are answered unless given. */
  rate?: number
  /** The request that a connection sends next. */
  next(turn: Turn): Call
  /** Whether a body is the right one for a request. */
  isRight(call: Call, body: string): boolean
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
 * Sends requests, the next on each connection as soon as the last is answered. Measuring begins when the server is warm and every connection has had an answer: what a
 * connection waits to be let in is no part of it.
 *
 * @throws Error when there was no answer, or an answer had not the right status or content, or did not come.
 */
export async function load(options: LoadOptions): Promise<Load> {
  const { address, headers, connections, seconds, next, isRight, processorSeconds, rate } = options
  // Waits for what an earlier load left unanswered.
  await (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(30_000) })).arrayBuffer()

  const milliseconds: number[] = []
  const answered = new Set<autocannon.Client>()
  let wrongAnswers = 0
  let wrong = ''
  /** The work of one connection: each request is made when it is due, and its answer checked against it. */
  const requestsOf = (connection: number): autocannon.Request => {
    let number = 0
    let call: Call
    return {
      setupRequest(request) {
        call = next({ connection, connections, number })
        number += 1
        // Headers of its own: the length of an earlier body would stay in those that are given.
        const { method, path, body } = call
        const type = body && { 'Content-Type': 'application/json' }
        return { ...request, method, path, headers: { ...headers, ...type }, body }
      },
      onResponse(status, body) {
        if (status === call.status && isRight(call, body)) return
        wrongAnswers += 1
        wrong ||= `${call.method} ${call.path}: ${status} ${body}`
      },
    }
  }
  let processor: { from: number | undefined; to: number | undefined } = { from: undefined, to: undefined }
  const began = performance.now()
  let measuredFrom = Number.POSITIVE_INFINITY
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    let connection = 0
    const instance = autocannon(
      {
        url: address,
        connections,
        duration: maxWarmUpSeconds + seconds,
        timeout: answerWithinSeconds,
        ...(rate !== undefined && { overallRate: rate }),
        setupClient: (client) => client.setRequests([requestsOf(connection++)]),
      },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    )
    // Its own histogram knows whole milliseconds only.
    instance.on('response', (client, _status, _bytes, time) => {
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

  const { errors } = result
  if (wrongAnswers + errors > 0) {
    throw new Error(
      `${wrongAnswers} answers were not the right one, and ${errors} requests failed. ` +
        `${wrong && `The first wrong answer began: ${wrong.slice(0, 400)}`}`,
    )
  }
  const requests = milliseconds.length
  if (requests === 0) {
    throw new Error(
      `${answered.size} of ${connections} connections had a first answer, and none came in ${seconds} s of measuring.`,
    )
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
