/** Asks for a secret on a terminal, which does not show what is typed. */
import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'

type Terminal = { input: Readable; output: Writable }

/** Asks a question; answers the line that was typed, or undefined when it was ended with Ctrl+C or Ctrl+D. */
export async function promptSecret(question: string, { input, output }: Terminal): Promise<string | undefined> {
  // readline repeats what is typed to its output.
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: hidden, terminal: true })
  output.write(question)
  try {
    return await new Promise((resolve) => {
      lines.once('line', resolve)
      lines.once('SIGINT', () => resolve(undefined))
      lines.once('close', () => resolve(undefined))
    })
  } finally {
    lines.close()
    output.write('\n')
  }
}
