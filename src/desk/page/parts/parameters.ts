/** The state of a page in its address: filters and the sort order, so that a link shows the same to somebody else. */
import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

export type PageParameters = {
  get: (name: string) => string
  /** Sets some, and removes those that are empty. */
  set: (changes: Record<string, string>) => void
  /** All that are set. */
  all: [name: string, value: string][]
}

export function useParameters(): PageParameters {
  const search = useSearch()
  const [path, go] = useLocation()
  const read = useMemo(() => new URLSearchParams(search), [search])
  const set = useCallback(
    (changes: Record<string, string>) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
      const written = next.toString()
      go(written ? `${path}?${written}` : path, { replace: true })
    },
    [search, path, go],
  )
  return { get: (name) => read.get(name) ?? '', set, all: [...read].filter(([, value]) => value !== '') }
}
