/** The rows of a long list, read by parts as they are scrolled to. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CombinedError, TypedDocumentNode } from 'urql'
import { client } from '../client.ts'
import { onChange } from '../live.ts'

/** A page of a list, as its document answers it. */
export type ListPart<Row> = { totalCount: number; nodes: readonly Row[] } | null

export type ListRows<Row> = {
  total: number | undefined
  /** The row at a place, or undefined until its part is read. */
  at: (index: number) => Row | undefined
  /** The row that fits, among those that are read. */
  find: (fits: (row: Row) => boolean) => Row | undefined
  /** Asks for the parts that show some places. */
  show: (first: number, last: number) => void
  error: CombinedError | undefined
  again: () => void
}

const partSize = 50
const betweenMilliseconds = 900

/**
 * @param variables of the document, beside `first` and `offset`.
 * @param pick finds the list in an answer.
 */
export function useRows<Row, Data>(
  // biome-ignore lint/suspicious/noExplicitAny: each list has variables of its own.
  document: TypedDocumentNode<Data, any>,
  variables: object,
  pick: (data: Data) => ListPart<Row>,
): ListRows<Row> {
  const key = JSON.stringify(variables)
  const parts = useRef({
    key,
    read: new Map<number, readonly Row[]>(),
    asked: new Set<number>(),
    shown: [0, 0] as [number, number],
  })
  const [total, setTotal] = useState<number>()
  const [error, setError] = useState<CombinedError>()
  const [, draw] = useState(0)
  if (parts.current.key !== key) parts.current = { key, read: new Map(), asked: new Set(), shown: [0, 0] }

  const read = useCallback(
    async (part: number) => {
      const state = parts.current
      if (state.asked.has(part)) return
      state.asked.add(part)
      const given = { ...JSON.parse(state.key), first: partSize, offset: part * partSize }
      const answered = await client.query(document, given, { requestPolicy: 'network-only' }).toPromise()
      if (parts.current !== state) return
      setError(answered.error)
      const page = answered.data && pick(answered.data)
      if (!page) {
        state.asked.delete(part)
        return
      }
      state.read.set(part, page.nodes)
      setTotal(page.totalCount)
      draw((count) => count + 1)
    },
    [document, pick],
  )
  const show = useCallback(
    (first: number, last: number) => {
      parts.current.shown = [first, last]
      for (let part = Math.floor(first / partSize); part <= Math.floor(Math.max(first, last) / partSize); part += 1)
        void read(part)
    },
    [read],
  )
  const again = useCallback(() => {
    parts.current.asked.clear()
    show(...parts.current.shown)
  }, [show])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other variables are another list, which begins at its start.
  useEffect(() => {
    setTotal(undefined)
    show(0, 0)
  }, [key, show])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        again()
      }, betweenMilliseconds)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [again])
  return {
    total,
    at: (index) => parts.current.read.get(Math.floor(index / partSize))?.[index % partSize],
    find: (fits) => [...parts.current.read.values()].flat().find(fits),
    show,
    error,
    again,
  }
}
