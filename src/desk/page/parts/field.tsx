/** A field of a form with its label, a hint, and what is wrong with it. */
import { useId } from 'react'
import { currency } from '../format.ts'

export type FieldSpec = {
  name: string
  label: string
  hint?: string
  isOptional?: boolean
  /** The paths of the input that it makes, where they are not its name: `instances.price`. */
  paths?: readonly string[]
} & (
  | { kind: 'text' | 'lines' | 'amount' | 'whole' | 'day' | 'secret' }
  | { kind: 'check' }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
)

/** The types of inputs that are not of text. */
const types: Partial<Record<FieldSpec['kind'], string>> = { day: 'date', secret: 'password' }

type FieldProps = { spec: FieldSpec; value: string; fault?: string | undefined; onChange: (value: string) => void }

/** Values are texts, as forms have them; those of a check are `yes` and nothing. */
export function Field({ spec, value, fault, onChange }: FieldProps) {
  const id = useId()
  const described = [spec.hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined
  const common = { id, 'aria-describedby': described, 'aria-invalid': fault ? true : undefined } as const
  if (spec.kind === 'check')
    return (
      <div className="field check">
        <input
          type="checkbox"
          {...common}
          checked={value === 'yes'}
          onChange={({ target }) => onChange(target.checked ? 'yes' : '')}
        />
        <label htmlFor={id}>{spec.label}</label>
        <Notes id={id} hint={spec.hint} fault={fault} />
      </div>
    )
  return (
    <div className="field">
      <label htmlFor={id}>
        {spec.label}
        {spec.kind === 'amount' && <span className="unit"> ({currency()})</span>}
        {spec.isOptional && <span className="unit"> – optional</span>}
      </label>
      {spec.kind === 'choice' ? (
        <select {...common} value={value} onChange={({ target }) => onChange(target.value)}>
          {spec.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : spec.kind === 'lines' ? (
        <textarea {...common} rows={6} value={value} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input
          {...common}
          type={types[spec.kind] ?? 'text'}
          inputMode={spec.kind === 'amount' ? 'decimal' : spec.kind === 'whole' ? 'numeric' : undefined}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <Notes id={id} hint={spec.hint} fault={fault} />
    </div>
  )
}

const Notes = ({ id, hint, fault }: { id: string; hint?: string | undefined; fault?: string | undefined }) => (
  <>
    {hint && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {fault && (
      <p className="fault" id={`${id}-fault`} role="alert">
        {fault}
      </p>
    )}
  </>
)
