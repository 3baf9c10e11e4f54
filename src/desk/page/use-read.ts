/** Reads a document for a page: once, and again when something has changed elsewhere. */
import { useEffect, useRef } from 'react'
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useQuery } from 'urql'
import { onChange } from './live.ts'

type ReadState<Data> = {
  data: Data | undefined
  error: CombinedError | undefined
  isReading: boolean
  /** Reads again. */
  again: () => void
}

/** The least time between two readings that changes ask for. */
const betweenMilliseconds = 700

/** @param options.pause reads nothing while it is set. */
export function useRead<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  options: { pause?: boolean } = {},
): ReadState<Data> {
  const [{ data, error, fetching, stale }, execute] = useQuery({
    query: document,
    variables,
    pause: options.pause ?? false,
    requestPolicy: 'cache-and-network',
  })
  const again = () => execute({ requestPolicy: 'network-only' })
  useEffect(() => {
    if (options.pause) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        execute({ requestPolicy: 'network-only' })
      }, betweenMilliseconds)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [execute, options.pause])
  // urql drops the data after an error. The last data of the same variables stays, and with it the open forms.
  const asked = JSON.stringify(variables)
  const kept = useRef<{ asked: string; data: Data }>(undefined)
  if (data !== undefined) kept.current = { asked, data }
  const shown = data ?? (kept.current?.asked === asked ? kept.current.data : undefined)
  return { data: shown, error, isReading: fetching || stale, again }
}
