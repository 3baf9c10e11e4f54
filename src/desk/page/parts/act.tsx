/**
 * An act on a record: a dialog with the fields of a mutation, which is run dry while they are filled in, so that the person sees its outcome
 * before they confirm it.
 */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { tellChange } from '../live.ts'
import { useShop } from '../shop.tsx'
import { Changed } from './changed.tsx'
import { Dialog } from './dialog.tsx'
import { Field, type FieldSpec } from './field.tsx'
import { mergedValues, type ReadRecord } from './record-form.ts'
import { type FormValues, type Mutated, restMilliseconds, runAct, type Trial } from './run-act.ts'
import { say } from './toast.tsx'

export type Act = Mutated & {
  /** The words on its button. */
  label: string
  title: string
  fields?: readonly FieldSpec[]
  /** The record that it changes, as the page has read it. */
  of?: ReadRecord | undefined
  /** The first values of the fields. */
  values?: FormValues
  /** Describes the outcome, from the payload of the dry run. */
  // biome-ignore lint/suspicious/noExplicitAny: the payload of the act's own document.
  preview?: (payload: any, values: FormValues) => ReactNode
  /** The sentence when it is done. */
  done?: string
  /** Shows once, when it is done, such as a secret. */
  // biome-ignore lint/suspicious/noExplicitAny: the payload of the act's own document.
  shown?: (payload: any) => ReactNode
  /** Whether it only shows something: there is nothing to confirm. */
  onlyShows?: boolean
  /** Whether it takes something away, which its button shows. */
  isHarmful?: boolean
  /** The scope that it takes; a role without it has no button. */
  scope?: string
}

/** An act, and why it is not possible now, where it is not. */
export type PossibleAct = Act & { blockedBy?: string | undefined }

/** The dialog of an act. @param now the act as the page would open it now. */
export function ActDialog({ act: opened, now, onClose }: { act: Act; now?: Act | undefined; onClose: () => void }) {
  const [act, setAct] = useState(opened)
  const { fields = [], of } = act
  const [values, setValues] = useState<FormValues>(() => ({
    ...Object.fromEntries(fields.map(({ name }) => [name, ''])),
    ...act.values,
  }))
  // A trial is of the values that it was run with: others are not confirmed by it.
  const [trial, setTrial] = useState<Trial & { values: FormValues; isEarnest?: boolean }>()
  const [isRunning, setRunning] = useState(false)
  const [after, setAfter] = useState<ReactNode>()
  const missing = fields
    .filter((field) => isEntered(field) && !values[field.name]?.trim())
    .map(({ label }) => label)
    .join(', ')
  // One key for one set of values: a second try after a lost answer does nothing twice.
  const key = useRef(crypto.randomUUID())

  useEffect(() => {
    key.current = crypto.randomUUID()
    let isOld = false
    if (missing !== '') return setTrial(undefined)
    const timer = setTimeout(async () => {
      const tried = await runAct(act, values, true, { changedIn: act.of?.changedIn })
      if (isOld) return
      setTrial({ ...tried, values })
      readAgainWhere(tried)
    }, restMilliseconds)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [act, values, missing])

  const isTried = trial?.values === values
  // One whose outcome is not known is tried again under its key.
  const isUnknown = trial?.isEarnest === true && trial.isUnknown === true
  const mayConfirm = !isRunning && isTried && (trial.faults.length === 0 || isUnknown)

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!mayConfirm) return
    setRunning(true)
    const done = await runAct(act, values, false, { key: key.current, changedIn: of?.changedIn })
    setRunning(false)
    if (done.faults.length > 0) {
      readAgainWhere(done)
      return setTrial({ ...done, values, isEarnest: true })
    }
    tellChange()
    if (act.done) say(act.done)
    if (act.shown) return setAfter(act.shown(done.payload))
    onClose()
  }
  const isChanged = trial?.faults.some(wasChanged)
  const isUntouched = fields.every(({ name }) => (values[name] ?? '') === (act.values?.[name] ?? ''))
  // An empty form needs no sentence about its fields.
  const faultOf = (name: string) =>
    isUntouched && !trial?.payload ? undefined : trial?.faults.find(({ field }) => field === name)?.message
  const others =
    trial?.faults
      .filter((fault) => !wasChanged(fault))
      .filter(({ field, message }) => message && !fields.some(({ name }) => name === field)) ?? []
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
          {isChanged && of && (
            <Changed
              read={{ ...act, of }}
              now={now}
              onGoOn={() => {
                if (!now) return
                setValues(mergedValues(act, now, values))
                setAct(now)
                setTrial(undefined)
              }}
            />
          )}
          {others.map(({ message }) => (
            <p className="fault" key={message}>
              {message}
            </p>
          ))}
          {isUnknown && trial.faults.some(({ message }) => message) && (
            <p>It is not known whether this was done. Try it again: nothing is done twice.</p>
          )}
          {isTried && trial.faults.length === 0 && act.preview?.(trial.payload, values)}
          {missing !== '' && <p className="hint">Still to enter: {missing}.</p>}
          {!isTried && missing === '' && <p className="hint">Checking what would happen …</p>}
        </div>
        <footer>
          <button type="button" onClick={onClose}>
            {act.onlyShows ? 'Close' : 'Back'}
          </button>
          {!act.onlyShows && (
            <button type="submit" className={act.isHarmful ? 'harmful' : 'primary'} disabled={!mayConfirm}>
              {isRunning ? 'Working …' : isUnknown ? 'Try again' : act.label}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  )
}

/** Whether a field is required and starts empty. */
const isEntered = ({ kind, isOptional }: FieldSpec): boolean => !isOptional && kind !== 'check' && kind !== 'choice'

const wasChanged = ({ changedIn }: Trial['faults'][number]): boolean => changedIn != null

/** Has the page read its record again that was changed meanwhile. */
const readAgainWhere = ({ faults }: Trial): void => {
  if (faults.some(wasChanged)) tellChange()
}

/** Buttons of acts; one that is not possible now says why. */
export function ActButtons({ acts }: { acts: readonly PossibleAct[] }) {
  const { may } = useShop()
  const [open, setOpen] = useState<Act>()
  const allowed = acts.filter(({ scope }) => scope === undefined || may(scope))
  return (
    <>
      {allowed.length > 0 && (
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
      )}
      {/* Stays open when the role loses its scope meanwhile: what was entered is not lost, and the server says what is missing. */}
      {open && <ActDialog act={open} now={acts.find(({ label }) => label === open.label)} onClose={() => setOpen(undefined)} />}
    </>
  )
}
