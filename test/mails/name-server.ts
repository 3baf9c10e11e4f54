/** A name server on loopback that answers questions for TXT records by a table. */
import { createSocket } from 'node:dgram'
import { onTestFinished } from 'vitest'

/** Texts by names: none for a name that has none, no entry for a name that does not exist, `silent` for no answer. */
export type Zone = Readonly<Record<string, readonly string[] | 'silent'>>

const txt = 16
const internet = 1

/** The name of a question, and where it ends. */
function questionOf(packet: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

const twoBytes = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 2)
  for (const [place, value] of values.entries()) buffer.writeUInt16BE(value, place * 2)
  return buffer
}

/** A record whose name is that of the question. */
function recordOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? ['']
  const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])))
  return Buffer.concat([twoBytes(0xc00c, txt, internet, 0, 60, data.length), data])
}

/** Opens the server. @returns its address, for a resolver. */
export async function openNameServer(zone: Zone): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (packet, { port, address }) => {
    const { name, end } = questionOf(packet)
    const texts = zone[name]
    if (texts === 'silent') return
    const noSuchName = 3
    const flags = 0x8180 | (texts === undefined ? noSuchName : 0)
    const header = Buffer.concat([packet.subarray(0, 2), twoBytes(flags, 1, texts?.length ?? 0, 0, 0)])
    socket.send(Buffer.concat([header, packet.subarray(12, end), ...(texts ?? []).map(recordOf)]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return `127.0.0.1:${socket.address().port}`
}
