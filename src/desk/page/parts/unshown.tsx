/** The page of a record that is not shown: it is being read, it cannot be read, or there is none. */
import type { CombinedError } from 'urql'
import { Link } from 'wouter'
import { codeOf } from '../client.ts'
import { words } from '../format.ts'
import { Failure, Waiting } from './message.tsx'

type UnshownProps = {
  /** Its kind: `order`; the list of these is at `/orders`. */
  thing: string
  /** Its id, from the address. */
  id: string
  error: CombinedError | undefined
  again: () => void
}

/** Whether a text can be the id of a record. */
const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

export function Unshown({ thing, id, error, again }: UnshownProps) {
  if (isId(id) && codeOf(error) !== 'NOT_FOUND')
    return <main>{error ? <Failure error={error} again={again} /> : <Waiting lines={8} />}</main>
  return (
    <main>
      <header className="page-head">
        <p className="crumb">
          <Link href={`/${thing}s`}>{words(`${thing}s`)}</Link>
        </p>
        <h1>There is no such {thing}.</h1>
      </header>
    </main>
  )
}
