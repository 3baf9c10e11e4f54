/**
 * Sends hostile requests at an even pace from a process of its own: whoever measures what ordinary requests feel would else also measure
 * what it takes to send a megabyte.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attacked, attacker } from './attacker.ts'
import { type Attack, attacks } from './attacks.ts'
import { serveOrders } from './worker.ts'

export type AttackOrder = { title: string; perSecond: number; seconds: number } & Omit<Attacked, 'firstNumber'>

/** Far from the numbers of who sends them one after the other. */
let number = 50_000_000

serveOrders(async ({ title, perSecond, seconds, address, headers }: AttackOrder) => {
  const attack = attacks.find((each) => each.title === title) as Attack
  const send = attacker({ address, headers, firstNumber: number })
  number += perSecond * seconds
  const began = performance.now()
  const one = async (number: number) => {
    await sleep(Math.max(1, began + (number * 1000) / perSecond - performance.now()))
    await send(attack)
  }
  await Promise.all(Array.from({ length: perSecond * seconds }, (_, number) => one(number)))
  return {}
})
