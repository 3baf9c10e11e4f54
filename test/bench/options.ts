/** Reads what the command line gives. */
import { InvalidArgumentError } from 'commander'

/** A whole number between two others. */
export const within = (from: number, to: number) => (text: string) => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < from || number > to)
    throw new InvalidArgumentError(`Give a whole number from ${from} to ${to}.`)
  return number
}

/** Some of the names there are, with commas between them. */
export const namesAmong = (names: readonly string[]) => (text: string) => {
  const given = text.split(',')
  const unknown = given.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no ${unknown.join(', ')}; there are ${names.join(', ')}.`)
  return given
}
