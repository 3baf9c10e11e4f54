/** A native dialog: the browser keeps the focus in it and gives it back. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'

type DialogProps = {
  title: string
  /** Called when the person closes it; without it the dialog stays. */
  onClose?: () => void
  children: ReactNode
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" className="plain" onClick={onClose} aria-label="Close">
            <Icon name="close" />
          </button>
        )}
      </header>
      {children}
    </dialog>
  )
}
