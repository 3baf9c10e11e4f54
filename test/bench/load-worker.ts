/** Sends a load from a process of its own, so that what asks takes no time from what measures and compares. */
import autocannon from 'autocannon'
import { serveOrders } from './worker.ts'

/** A request; its own headers are sent beside those of the load. */
export type LoadRequest = { method: 'GET' | 'POST'; path: string; body?: string; headers?: Record<string, string> }

export type LoadOrder = {
  address: string
  headers: Record<string, string>
  /** Each connection sends them in turn. */
  requests: LoadRequest[]
  connections: number
  /** Answers within this time are not counted. */
  leadSeconds: number
  seconds: number
}

export type LoadFigures = {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** The part of a processor core that the sending took: near 1, it was the sending that was measured. */
  sending: number
}

serveOrders(load)

async function load({ address, headers, requests, connections, leadSeconds, seconds }: LoadOrder): Promise<LoadFigures> {
  const milliseconds: number[] = []
  const began = performance.now()
  const from = began + leadSeconds * 1000
  const to = from + seconds * 1000
  let wrong = 0
  const processor = process.cpuUsage()
  const sent: autocannon.Request[] = requests.map(({ method, path, body, headers: own }) => ({
    method,
    path,
    headers: { ...headers, ...own, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  }))
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    let connection = 0
    // Each connection begins elsewhere, or all would ask for the same at about the same time.
    const setupClient = (client: autocannon.Client) => {
      const at = Math.floor((connection++ * sent.length) / connections) % sent.length
      client.setRequests([...sent.slice(at), ...sent.slice(0, at)])
    }
    const instance = autocannon(
      // It looks at the clock once a sample.
      { url: address, connections, duration: leadSeconds + seconds, sampleInt: 100, timeout: 30, headers, setupClient },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    )
    instance.on('response', (_client, status, _bytes, time) => {
      if (status !== 200) wrong += 1
      const now = performance.now()
      if (now >= from && now < to) milliseconds.push(time)
    })
  })
  if (wrong + result.errors > 0)
    throw new Error(`${requests[0]?.path}: ${wrong} answers had another status than 200, and ${result.errors} did not come.`)
  const { user, system } = process.cpuUsage(processor)
  milliseconds.sort((a, b) => a - b)
  const share = (part: number) => milliseconds[Math.ceil(part * milliseconds.length) - 1] ?? 0
  return {
    perSecond: milliseconds.length / seconds,
    p50: share(0.5),
    p99: share(0.99),
    sending: (user + system) / 1000 / (performance.now() - began),
  }
}
