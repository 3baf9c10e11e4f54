/** The clients' facts of the server, and the look of a test past them at the server's data. */
import { readFileSync } from 'node:fs'
import { inject } from 'vitest'

export const address = inject('address')
export const url = `${address}/graphql`
export const headers = { Authorization: 'Bearer demo.demo-secret' }

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
export const schemaText = read('schema.graphql')
/** The documentation for authors of clients. */
export const manual = read('src/graphql/README.md')

/** Writes a note past all clients. */
export async function writeNote(path: string, note: string): Promise<void> {
  const response = await fetch(`${address}/v1/${path}/`, { method: 'PUT', headers, body: JSON.stringify({ note }) })
  if (response.status !== 200) throw new Error(await response.text())
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
export type Answer = { data: any; errors?: { message: string }[] }

/** Asks past all clients. */
export async function ask(query: string, variables: object = {}): Promise<Answer> {
  const body = JSON.stringify({ query, variables })
  const response = await fetch(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body })
  return (await response.json()) as Answer
}
