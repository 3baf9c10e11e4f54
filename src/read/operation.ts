/** Runs a planned operation for a request: reads side by side, writes one after the other. */
import { locatedError } from 'graphql'
import type { Root } from './plan.ts'
import { checkLength, type Reading } from './reading.ts'
import { AnswerTooLong } from './too-long.ts'

/**
 * Answers the JSON of the operation's data, in pieces: put together it would be copied. What is refused or fails of it is null there, and
 * told in the reading's errors.
 *
 * @throws AnswerTooLong
 */
export async function runRoots(roots: readonly Root[], isWrite: boolean, reading: Reading): Promise<string[]> {
  // One that reads many by their names says so itself.
  reading.isOneByOne = isWrite || roots.length === 1
  const pieces: string[] = []
  const told = ({ label }: Root, text: string) => pieces.push(pieces.length > 0 ? ',' : '{', label, text)
  if (reading.isOneByOne) for (const root of roots) told(root, await runRoot(root, reading))
  else {
    const texts = await Promise.all(roots.map((root) => runRoot(root, reading)))
    for (const [index, root] of roots.entries()) told(root, texts[index] as string)
  }
  return pieces.length > 0 ? [...pieces, '}'] : ['{}']
}

async function runRoot({ name, nodes, read }: Root, reading: Reading): Promise<string> {
  try {
    const text = await read(reading)
    if (text !== 'null') reading.isDone = true
    // Of many fields none need be too long for all of them to be.
    reading.length += text.length
    checkLength(reading.length, reading)
    return text
  } catch (error) {
    if (error instanceof AnswerTooLong) throw error
    reading.errors.push(locatedError(error, nodes, [name]))
    return 'null'
  }
}
