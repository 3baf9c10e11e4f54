/** The labels of a record: its tags, which are removed and added one by one, and its internal note. */
import { type FormEvent, useState } from 'react'
import { UpdateCustomerDocument } from '../documents/customer-acts.ts'
import { AddTagsDocument, RemoveTagsDocument } from '../documents/labels.ts'
import { UpdateOrderDocument } from '../documents/order-acts.ts'
import { UpdateProductDocument } from '../documents/products.ts'
import { UpdateDocument } from '../documents/subscription-acts.ts'
import { tellChange } from '../live.ts'
import { useShop } from '../shop.tsx'
import { Icon } from './icon.tsx'
import { Panel } from './panel.tsx'
import { runAct } from './run-act.ts'
import { TagBox } from './tag-box.tsx'
import { say } from './toast.tsx'

export type Labelled = 'customer' | 'order' | 'subscription' | 'product'

const noteDocuments = {
  customer: UpdateCustomerDocument,
  order: UpdateOrderDocument,
  subscription: UpdateDocument,
  product: UpdateProductDocument,
}

type LabelsProps = {
  kind: Labelled
  of: { id: string; changedIn: string | null; tags: readonly string[] | null; internalNote: string | null }
}

export function Labels({ kind, of: { id, changedIn, tags, internalNote } }: LabelsProps) {
  const { may } = useShop()
  const mayWrite = may(`write_${kind}s`)
  const [fault, setFault] = useState('')
  const change = async (document: typeof AddTagsDocument | typeof RemoveTagsDocument, tag: string) => {
    const input = () => ({ kind, ids: [id], tags: [tag] })
    const { faults } = await runAct({ document, input }, {}, false, { key: crypto.randomUUID() })
    setFault(faults[0]?.message ?? '')
    if (faults.length === 0) tellChange()
    return faults.length === 0
  }
  return (
    <Panel title="Labels">
      <ul className="filters tags" aria-label="Tags">
        {tags?.map((tag) => (
          <li className="chip" key={tag}>
            {tag}
            {mayWrite && (
              <button type="button" aria-label={`Remove the tag ${tag}`} onClick={() => void change(RemoveTagsDocument, tag)}>
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {tags?.length === 0 && !mayWrite && <p className="quiet">No tags</p>}
      {mayWrite && <TagBox kind={kind} taken={tags ?? []} onAdd={(tag) => change(AddTagsDocument, tag)} />}
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <Note kind={kind} id={id} changedIn={changedIn} note={internalNote ?? ''} mayWrite={mayWrite} />
    </Panel>
  )
}

type NoteProps = { kind: Labelled; id: string; changedIn: string | null; note: string; mayWrite: boolean }

function Note({ kind, id, changedIn, note, mayWrite }: NoteProps) {
  const [text, setText] = useState<string>()
  const [fault, setFault] = useState('')
  // As it was when the person began, whatever others write meanwhile.
  const [begun, setBegun] = useState({ note, changedIn })
  const begin = () => {
    setText(note)
    setBegun({ note, changedIn })
    setFault('')
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const input = () => ({ id, internalNote: text?.trim() ? text : null })
    const condition = { key: crypto.randomUUID(), changedIn: begun.changedIn }
    const { faults } = await runAct({ document: noteDocuments[kind], input }, {}, false, condition)
    const changed = faults.find((refusal) => refusal.changedIn != null)?.changedIn
    if (changed) {
      setBegun((before) => ({ ...before, changedIn: changed }))
      tellChange()
    }
    if (faults.length > 0) return setFault(faults[0]?.message ?? '')
    say('The note is saved.')
    tellChange()
    setText(undefined)
  }
  if (text === undefined)
    return (
      <>
        {note && <p className="lines">{note}</p>}
        {mayWrite && (
          <button type="button" onClick={begin}>
            {note ? 'Edit the internal note' : 'Add an internal note'}
          </button>
        )}
      </>
    )
  return (
    <form onSubmit={(event) => void save(event)}>
      <div className="field">
        <label htmlFor="internal-note">Internal note</label>
        {/* biome-ignore lint/a11y/noAutofocus: the person has just asked to write it. */}
        <textarea id="internal-note" rows={5} autoFocus value={text} onChange={({ target }) => setText(target.value)} />
        <p className="hint">For the staff alone.</p>
        {fault && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        {note !== begun.note && <p className="lines">The note was changed meanwhile: {note || 'nothing'}. Saving replaces it.</p>}
      </div>
      <div className="acts">
        <button type="submit" className="primary">
          Save
        </button>
        <button type="button" onClick={() => setText(undefined)}>
          Back
        </button>
      </div>
    </form>
  )
}
