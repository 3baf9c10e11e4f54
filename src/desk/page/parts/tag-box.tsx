/** A box that adds a tag: one that records of the kind have already, or a new one. */
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { client } from '../client.ts'
import { TagsDocument } from '../documents/labels.ts'
import { number } from '../format.ts'
import type { Labelled } from './labels.tsx'

type Known = { name: string; records: number }

/** The time after the last key before it is asked. */
const restMilliseconds = 80

/** A text as tags are compared. */
const keyOf = (text: string): string => text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

async function knownTags(kind: Labelled, text: string): Promise<readonly Known[]> {
  const of = (name: Labelled) => name === kind
  const variables = {
    like: `${keyOf(text)}%`,
    ...{ customers: of('customer'), orders: of('order'), subscriptions: of('subscription'), products: of('product') },
  }
  const { data } = await client.query(TagsDocument, variables, { requestPolicy: 'network-only' }).toPromise()
  return (data?.customerTags ?? data?.orderTags ?? data?.subscriptionTags ?? data?.productTags)?.nodes ?? []
}

type TagBoxProps = {
  kind: Labelled
  /** The tags that the record has. */
  taken: readonly string[]
  /** @returns whether it was added. */
  onAdd: (tag: string) => Promise<boolean>
}

export function TagBox({ kind, taken, onAdd }: TagBoxProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [known, setKnown] = useState<readonly Known[]>([])
  const [place, setPlace] = useState(-1)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    let isOld = false
    const timer = setTimeout(async () => {
      const found = await knownTags(kind, text)
      if (isOld) return
      setKnown(found)
      setPlace(-1)
    }, restMilliseconds)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [isOpen, kind, text])
  const keys = new Set(taken.map(keyOf))
  const offered = known.filter(({ name }) => !keys.has(keyOf(name)))
  const isShown = isOpen && offered.length > 0
  const add = async (tag: string) => {
    if (tag.trim() === '' || !(await onAdd(tag))) return
    setText('')
    setPlace(-1)
  }
  const close = () => {
    setOpen(false)
    setPlace(-1)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPlace(Math.min(place + 1, offered.length - 1))
    else if (event.key === 'ArrowUp') setPlace(Math.max(place - 1, -1))
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter') void add(offered[place]?.name ?? text)
    else return
    event.preventDefault()
  }
  return (
    <div className="field tag-box">
      <label htmlFor={id}>Add a tag</label>
      <input
        id={id}
        type="text"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-known`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && offered[place] ? `${id}-${place}` : undefined}
        autoComplete="off"
        maxLength={40}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setPlace(-1)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
      />
      <div id={`${id}-known`} className="found" role="listbox" aria-label="Tags in use" hidden={!isShown}>
        {offered.map(({ name, records }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus, as the pattern of a combobox has it.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys.
          <div
            key={name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === place}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void add(name)}
          >
            <span>
              {name} <span className="quiet">{number(records)}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
