/** One box that finds records by number (`96`, `#96`, `order 96`), name, e-mail, SKU, external id or tracking number; `/` leads to it from everywhere. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { client } from './client.ts'
import { FindDocument, foundIn } from './documents/find.ts'
import { Icon } from './parts/icon.tsx'

type FoundRecord = ReturnType<typeof foundIn>[number]

/** The time after the last key before it is asked. */
const restMilliseconds = 60
const mostCharacters = 100

export function SearchBox() {
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly FoundRecord[]>()
  const [place, setPlace] = useState(0)
  const [, go] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      if (event.key !== '/' || (target instanceof HTMLElement && target.matches('input, textarea, select'))) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  useEffect(() => {
    const asked = text.trim()
    if (asked === '') return setFound(undefined)
    let isOld = false
    const timer = setTimeout(async () => {
      const { data } = await client.query(FindDocument, { text: asked.slice(0, mostCharacters) }).toPromise()
      if (isOld || !data) return
      setFound(foundIn(data))
      setPlace(0)
    }, restMilliseconds)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [text])
  const leave = () => {
    setFound(undefined)
    setText('')
  }
  const open = (one: FoundRecord) => {
    leave()
    input.current?.blur()
    go(one.href)
  }
  const onKey = (event: KeyboardEvent) => {
    const last = (found?.length ?? 0) - 1
    const chosen = found?.[place]
    if (event.key === 'ArrowDown') setPlace(Math.min(place + 1, last))
    else if (event.key === 'ArrowUp') setPlace(Math.max(place - 1, 0))
    else if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' && chosen) open(chosen)
    else return
    event.preventDefault()
  }
  return (
    <search className="search">
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Search"
        aria-expanded={found !== undefined}
        aria-controls={`${id}-found`}
        aria-autocomplete="list"
        aria-activedescendant={found?.[place] ? `${id}-${place}` : undefined}
        placeholder="Search  /"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKey}
        onBlur={() => setFound(undefined)}
      />
      <div id={`${id}-found`} className="found" role="listbox" aria-label="What was found" hidden={found === undefined}>
        {found?.map((one, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus, as the pattern of a combobox has it.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys.
          <div
            key={one.href}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === place}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open(one)}
          >
            <Icon name={one.icon} />
            <span>
              {one.title}
              <span className="second">{one.detail}</span>
            </span>
          </div>
        ))}
        {found?.length === 0 && <p className="quiet inset">Nothing fits “{text.trim()}”.</p>}
      </div>
    </search>
  )
}
