/**
 * An act on a record: a dialog with the fields of a mutation, which is run dry while they are filled in, so that the person sees its outcome
 * before they confirm it.
 */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { TypedDocumentNode } from 'urql'
import { client, codeOf, sentenceOf } from '../client.ts'
import { tellChange } from '../live.ts'
import { useShop } from '../shop.tsx'
import { Dialog } from './dialog.tsx'
import { Field, type FieldSpec } from './field.tsx'
import { say } from './toast.tsx'

type UserError = { field: string | null; message: string }

/** The values of the fields by their names, as forms have them. */
type FormValues = Readonly<Record<string, string>>

// biome-ignore lint/suspicious/noExplicitAny: each act has a document of its own, whose input `input` makes.
type AnyMutation = TypedDocumentNode<any, any>

export type Act = {
  /** The words on its button. */
  label: string
  title: string
  document: AnyMutation
  fields?: readonly FieldSpec[]
  /** The first values of the fields. */
  values?: FormValues
  /** The mutation's input from the fields. @throws FieldFault where one cannot be read. */
  input: (values: FormValues) => Record<string, unknown>
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

/** A field that cannot be read; the server is not asked. */
export class FieldFault extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** The time after the last key before the dry run. */
const restMilliseconds = 250

type Trial = { payload?: unknown; faults: readonly UserError[] }

async function run(act: Act, values: FormValues, dryRun: boolean, key?: string): Promise<Trial> {
  let input: Record<string, unknown>
  try {
    input = act.input(values)
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { faults: [{ field: error.field, message: error.message }] }
  }
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {}
  const { data, error } = await client.mutation(act.document, { input, dryRun }, { fetchOptions: { headers } }).toPromise()
  if (error) return { faults: [{ field: null, message: codeOf(error) === 'UNAUTHENTICATED' ? '' : sentenceOf(error) }] }
  const [payload] = Object.values(data as Record<string, { userErrors: UserError[] }>)
  return { payload, faults: payload?.userErrors ?? [] }
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
      const tried = await run(act, values, true)
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
    const done = await run(act, values, false, key.current)
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
