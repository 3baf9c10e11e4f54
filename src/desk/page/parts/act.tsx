/**
 * An act on a record: a dialog with the fields of a mutation, which is run dry while they are filled in, so that the person sees its outcome
 * before they confirm it.
 */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { tellChange } from '../live.ts'
import { useShop } from '../shop.tsx'
import { Dialog } from './dialog.tsx'
import { Field, type FieldSpec } from './field.tsx'
import { type FormValues, type Mutated, restMilliseconds, runAct, type Trial } from './run-act.ts'
import { say } from './toast.tsx'

export type Act = Mutated & {
  /** The words on its button. */
  label: string
  title: string
  fields?: readonly FieldSpec[]
  /** The first values of the fields. */
  values?: FormValues
  /** Describes the outcome, from the payload of the dry run. */
  // biome-ignore lint/suspicious/noExplicitAny: the payload of the act's own document.
  preview?: (payload: any, values: FormValues) => ReactNode
  /** The sentence when it is done. */
  done: string
  /** Shows once, when it is done, such as a secret. */
  // biome-ignore lint/suspicious/noExplicitAny: the payload of the act's own document.
  shown?: (payload: any) => ReactNode
  /** Whether it takes something away, which its button shows. */
  isHarmful?: boolean
  /** The scope that it takes; a role without it has no button. */
  scope?: string
}

/** The dialog of an act. */
export function ActDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { fields = [] } = act
  const [values, setValues] = useState<FormValues>(() => ({
    ...Object.fromEntries(fields.map(({ name }) => [name, ''])),
    ...act.values,
  }))
  const [trial, setTrial] = useState<Trial>()
  const [isRunning, setRunning] = useState(false)
  const [after, setAfter] = useState<ReactNode>()
  // One key for one set of values: a second try after a lost answer does nothing twice.
  const key = useRef(crypto.randomUUID())

  useEffect(() => {
    key.current = crypto.randomUUID()
    let isOld = false
    const timer = setTimeout(async () => {
      const tried = await runAct(act, values, true)
      if (!isOld) setTrial(tried)
    }, restMilliseconds)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [act, values])

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setRunning(true)
    const done = await runAct(act, values, false, key.current)
    setRunning(false)
    if (done.faults.length > 0) return setTrial(done)
    tellChange()
    say(act.done)
    if (act.shown) return setAfter(act.shown(done.payload))
    onClose()
  }
  const isUntouched = fields.every(({ name }) => (values[name] ?? '') === (act.values?.[name] ?? ''))
  // An empty form needs no sentence about its fields.
  const faultOf = (name: string) =>
    isUntouched && !trial?.payload ? undefined : trial?.faults.find(({ field }) => field?.split('.')[0] === name)?.message
  const others =
    trial?.faults.filter(({ field, message }) => message && !fields.some(({ name }) => name === field?.split('.')[0])) ?? []
  if (after)
    return (
      <Dialog title={act.title} onClose={onClose}>
        {after}
        <footer>
          <button type="button" className="primary" onClick={onClose}>
            Done
          </button>
        </footer>
      </Dialog>
    )
  return (
    <Dialog title={act.title} onClose={onClose}>
      <form onSubmit={confirm}>
        {fields.map((spec) => (
          <Field
            key={spec.name}
            spec={spec}
            value={values[spec.name] ?? ''}
            fault={faultOf(spec.name)}
            onChange={(value) => setValues((all) => ({ ...all, [spec.name]: value }))}
          />
        ))}
        <div className="preview" aria-live="polite">
          {others.map(({ message }) => (
            <p className="fault" key={message}>
              {message}
            </p>
          ))}
          {trial && trial.faults.length === 0 && act.preview?.(trial.payload, values)}
          {!trial && <p className="hint">Checking what would happen …</p>}
        </div>
        <footer>
          <button type="button" onClick={onClose}>
            Back
          </button>
          <button
            type="submit"
            className={act.isHarmful ? 'harmful' : 'primary'}
            disabled={isRunning || !trial || trial.faults.length > 0}
          >
            {isRunning ? 'Working …' : act.label}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Buttons of acts; one that is not possible now says why. */
export function ActButtons({ acts }: { acts: readonly (Act & { blockedBy?: string | undefined })[] }) {
  const { may } = useShop()
  const [open, setOpen] = useState<Act>()
  const allowed = acts.filter(({ scope }) => scope === undefined || may(scope))
  if (allowed.length === 0) return null
  return (
    <>
      <div className="acts">
        {allowed.map((act) => (
          <button
            key={act.label}
            type="button"
            aria-disabled={act.blockedBy ? true : undefined}
            title={act.blockedBy}
            onClick={() => (act.blockedBy ? say(act.blockedBy) : setOpen(act))}
          >
            {act.label}
          </button>
        ))}
      </div>
      {open && <ActDialog act={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
