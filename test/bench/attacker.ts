/** Sends what hostile clients send, and sees to it that each is refused as it must be. */
import { statusOf } from '../../src/http/status.ts'
import { type Attack, attacks, nonce } from './attacks.ts'
import { type Message, type Sent, sender } from './send.ts'

export type Attacked = {
  address: string
  headers: Record<string, string>
  /** The first digits of its requests' numbers: two that send at once must not send the same. */
  firstNumber: number
}

/** Requests of one that may be under way. */
const connections = 10

/** Makes the function that sends an attack. It throws when the answer is not the refusal that it must be. */
export function attacker({ address, headers, firstNumber }: Attacked): (attack: Attack) => Promise<Sent> {
  const send = sender(address, connections)
  const bodies = new Map(attacks.map((attack) => [attack, attack.body === undefined ? undefined : Buffer.from(attack.body)]))
  let number = firstNumber
  return async (attack) => {
    const { method, path, contentType = 'application/json', code, atField } = attack
    const body = bodies.get(attack)
    number += 1
    const message: Message = {
      method,
      path,
      headers: { ...headers, ...(body && { 'Content-Type': contentType }) },
      body: body && withNumber(body, number),
    }
    const answer = await send(message)
    const expected = atField ? 200 : statusOf[code]
    const isRefusal = answer.status === expected && answer.body.includes('"errors":[')
    if (isRefusal || answer.status === statusOf.RATE_LIMITED) return answer
    throw new Error(`${attack.title}: expected ${expected} ${code}, but got ${answer.status} ${answer.body.slice(0, 300)}`)
  }
}

/** A copy of a body with another number in the place of the nonce. */
function withNumber(body: Buffer, number: number): Buffer {
  const copy = Buffer.from(body)
  const at = copy.indexOf(nonce)
  if (at >= 0) copy.write(String(number).padStart(nonce.length - 1, '0'), at + 1)
  return copy
}
