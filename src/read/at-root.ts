/** What the plans of all root fields that read have in common. */
import type { Viewer } from '../auth/viewer.ts'
import type { Model } from '../schema/model.ts'
import type { Link } from '../schema/registry.ts'
import { checkLink } from '../schema/visible.ts'
import type { Planning, Reading } from './reading.ts'
import { Scope } from './scope.ts'

/** Reads what a root field asks for and writes it as JSON. */
export type Read = (reading: Reading) => Promise<string>

/** The relations that a root field follows: a viewer who may not follow one is refused before anything is read. */
export function followed(planning: Planning): (viewer: Viewer) => void {
  const links: readonly Link[] = [...planning.links]
  planning.links.clear()
  return (viewer) => {
    for (const link of links) checkLink(link, viewer)
  }
}

/** The scope of a statement of its own: what is asked for alike is called alike, by whatever name it is asked for. */
export function rootScope(planning: Planning, model: Model): Scope {
  planning.tables = 0
  return new Scope(planning, model)
}
