/**
 * An act on many records: run dry on each, summed up with what it refuses, and confirmed. Each record has a write of its own under a key of
 * its own: the answers arrive while the others run, and one that is refused leaves the others.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { money, plural } from '../format.ts'
import { tellChange } from '../live.ts'
import { useShop } from '../shop.tsx'
import { Dialog } from './dialog.tsx'
import { Field, type FieldSpec } from './field.tsx'
import { type AnyMutation, type FormValues, restMilliseconds, runAct, type Trial } from './run-act.ts'
import { say } from './toast.tsx'

/** The most records of one act: as many as a person can answer for. */
export const mostChosen = 100

const atOnce = 4

export type BulkAct<Row> = {
  label: string
  title: string
  document: AnyMutation
  fields?: readonly FieldSpec[]
  values?: FormValues
  /** The input for a record from the fields. @throws FieldFault where one cannot be read. */
  input: (row: Row, values: FormValues) => Record<string, unknown>
  /** The amount of a record, from the payload of its dry run. */
  // biome-ignore lint/suspicious/noExplicitAny: the payload of the act's own document.
  amountOf?: (payload: any, row: Row) => number
  /** Says what the sum of the amounts is: `is refunded`. */
  sum?: (amount: string) => string
  /** Says what happens, below the numbers. */
  note?: (values: FormValues) => string
  isHarmful?: boolean
  /** The scope that it takes; a role without it has no button. */
  scope: string
}

type Outcome<Row> = { row: Row; trial: Trial }

/** Runs work on items, some at a time, in their order. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<boolean>): Promise<void> {
  const left = items[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) if (!(await work(item))) return
    }),
  )
}

type DialogProps<Row> = {
  act: BulkAct<Row>
  rows: readonly Row[]
  nameOf: (row: Row) => string
  thing: string
  onClose: () => void
  onDone: () => void
}

function BulkDialog<Row>({ act, rows, nameOf, thing, onClose, onDone }: DialogProps<Row>) {
  const { fields = [] } = act
  const [values, setValues] = useState<FormValues>(() => ({
    ...Object.fromEntries(fields.map(({ name }) => [name, ''])),
    ...act.values,
  }))
  const [tried, setTried] = useState<readonly Outcome<Row>[]>([])
  const [done, setDone] = useState<readonly Outcome<Row>[]>()
  const [isRunning, setRunning] = useState(false)
  const keys = useRef(new Map<Row, string>())
  const run = (row: Row, dryRun: boolean, key?: string) =>
    runAct({ document: act.document, fields, input: (given) => act.input(row, given) }, values, dryRun, { key })

  // biome-ignore lint/correctness/useExhaustiveDependencies: other values are tried again, on the same records.
  useEffect(() => {
    let isOld = false
    keys.current = new Map(rows.map((row) => [row, crypto.randomUUID()]))
    setTried([])
    const timer = setTimeout(() => {
      void inTurns(rows, async (row) => {
        const trial = await run(row, true)
        if (!isOld) setTried((all) => [...all, { row, trial }])
        // A field that cannot be read is the same for all records.
        return !isOld && !trial.faults.some(({ field }) => fields.some(({ name }) => name === field))
      })
    }, restMilliseconds)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [values])

  const possible = tried.filter(({ trial }) => trial.faults.length === 0)
  const refused = tried.filter(({ trial }) => trial.faults.length > 0)
  const faultOf = (name: string) =>
    tried.length > 0 ? refused[0]?.trial.faults.find(({ field }) => field === name)?.message : undefined
  const isTried = tried.length === rows.length
  const { amountOf } = act
  const amount = amountOf && possible.reduce((sum, { trial, row }) => sum + amountOf(trial.payload, row), 0)

  const failed = done?.filter(({ trial }) => trial.faults.length > 0) ?? []
  const unclear = failed.filter(({ trial }) => trial.isUnknown)

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setRunning(true)
    // Records whose outcome is not known are tried again under their keys; nothing is done twice.
    const outcomes: Outcome<Row>[] = done?.filter((each) => !unclear.includes(each)) ?? []
    await inTurns(done ? unclear : possible, async ({ row }) => {
      outcomes.push({ row, trial: await run(row, false, keys.current.get(row)) })
      setDone([...outcomes])
      return true
    })
    setRunning(false)
    tellChange()
    const succeeded = outcomes.filter(({ trial }) => trial.faults.length === 0).length
    say(`${act.label}: ${plural(succeeded, thing)} done.`)
    if (succeeded === outcomes.length) onDone()
  }
  return (
    <Dialog title={`${act.title}: ${plural(rows.length, thing)}`} {...(!isRunning && { onClose })}>
      <form onSubmit={(event) => void confirm(event)}>
        {!done &&
          fields.map((spec) => (
            <Field
              key={spec.name}
              spec={spec}
              value={values[spec.name] ?? ''}
              fault={faultOf(spec.name)}
              onChange={(value) => setValues((all) => ({ ...all, [spec.name]: value }))}
            />
          ))}
        <div className="preview" aria-live="polite">
          {done ? (
            <p>
              {done.length - failed.length} of {possible.length} done.
            </p>
          ) : !isTried && !fields.some(({ name }) => faultOf(name)) ? (
            <p className="hint">
              Checking what would happen: {tried.length} of {rows.length} …
            </p>
          ) : (
            possible.length > 0 && (
              <>
                <p>
                  <strong>{plural(possible.length, thing)}</strong>
                  {amount !== undefined && act.sum && <>: {act.sum(money(amount))}</>}.
                </p>
                {act.note && <p>{act.note(values)}</p>}
              </>
            )
          )}
          <Refusals of={done ? failed : refused} nameOf={nameOf} thing={thing} />
        </div>
        <footer>
          <button type="button" onClick={done ? onDone : onClose} disabled={isRunning}>
            {done && !isRunning ? 'Close' : 'Back'}
          </button>
          {(!done || isRunning || unclear.length > 0) && (
            <button
              type="submit"
              className={act.isHarmful ? 'harmful' : 'primary'}
              disabled={isRunning || !isTried || possible.length === 0}
            >
              {isRunning
                ? 'Working …'
                : done
                  ? `Try ${plural(unclear.length, thing)} again`
                  : isTried
                    ? `${act.label} ${plural(possible.length, thing)}`
                    : act.label}
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  )
}

/** The records that an act is refused for, by the reason. */
function Refusals<Row>({
  of: refused,
  nameOf,
  thing,
}: {
  of: readonly Outcome<Row>[]
  nameOf: (row: Row) => string
  thing: string
}) {
  const byReason = new Map<string, string[]>()
  for (const { row, trial } of refused) {
    const reason = trial.faults[0]?.message ?? ''
    if (reason) byReason.set(reason, [...(byReason.get(reason) ?? []), nameOf(row)])
  }
  return [...byReason].map(([reason, names]) => (
    <details key={reason} className="fault">
      <summary>
        {plural(names.length, thing)} left out: {reason}
      </summary>
      <p>{names.join(', ')}</p>
    </details>
  ))
}

type BarProps<Row> = {
  acts: readonly BulkAct<Row>[]
  chosen: readonly Row[]
  nameOf: (row: Row) => string
  thing: string
  onClear: () => void
}

/** The bar above a list of which records are chosen. */
export function BulkBar<Row>({ acts, chosen, nameOf, thing, onClear }: BarProps<Row>) {
  const [open, setOpen] = useState<BulkAct<Row>>()
  return (
    <section className="bulk" aria-label="Chosen records">
      <p aria-live="polite">
        <strong>{plural(chosen.length, thing)}</strong> chosen{chosen.length === mostChosen && ', as many as one act takes'}
      </p>
      <div className="acts">
        {acts.map((act) => (
          <button key={act.label} type="button" onClick={() => setOpen(act)}>
            {act.label}
          </button>
        ))}
        <button type="button" className="plain link" onClick={onClear}>
          Choose none
        </button>
      </div>
      {open && (
        <BulkDialog
          act={open}
          rows={chosen}
          nameOf={nameOf}
          thing={thing}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            onClear()
          }}
        />
      )}
    </section>
  )
}

/** The acts of a list that a role may do. */
export function useBulkActs<Row>(acts: readonly BulkAct<Row>[]): readonly BulkAct<Row>[] {
  const { may } = useShop()
  return acts.filter(({ scope }) => may(scope))
}
