/** A proxy between a server and PostgreSQL that can fall silent: connections stay open, and are still taken, but nothing passes. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Proxy = {
  /** The database's address by way of the proxy. */
  url: string
  /** Lets nothing pass from now on, or all of it again. */
  setSilent(isSilent: boolean): void
  /** Leads connections that are made from now on to another address. */
  leadTo(url: string): void
  /** How many connections were ever made, and how many are open. */
  made: () => number
  open: () => number
  close(): void
}

/** Starts a proxy in front of the database at an address. */
export async function startProxy(url: string): Promise<Proxy> {
  let target = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  let made = 0
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => void to.write(bytes))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    if (isSilent) from.pause()
  }
  const server = createServer((client) => {
    made += 1
    const upstream = connect(Number(target.port || 5432), target.hostname)
    pass(client, upstream)
    pass(upstream, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    setSilent(silent) {
      isSilent = silent
      for (const socket of sockets) socket[silent ? 'pause' : 'resume']()
    },
    leadTo(other) {
      target = new URL(other)
    },
    made: () => made,
    open: () => sockets.size / 2,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
