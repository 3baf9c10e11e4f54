/** The slugs of new products that are given none: made of the name, and free in the store. */
import { takenIndex } from '../../db/unique.ts'
import { cutText } from '../../values/text.ts'
import { normalized, spellings } from '../../values/text-form.ts'
import type { Write } from '../../writes/write.ts'
import { slugOf } from './given-product.ts'
import { maxSlugLength } from './writable.ts'

/** How many slugs of one name a statement looks for: the first, and each further one. */
const firstLook = 10
const furtherLook = 1_000

/** The slug of a name that comes at a place among those of equal names: `honey`, `honey-2`, `honey-3`. Pure. */
export function numberedSlug(base: string, place: number): string {
  const end = place === 1 ? '' : `-${place}`
  return cutText(base, maxSlugLength - end.length).replace(/-$/, '') + end
}

/**
 * Makes the slug of each new product that is given a name and no slug. The kind is locked, so that products which are made at once have
 * different ones; a write that gives one may still take it, see `retryIfMade`.
 *
 * A statement names the slugs that it looks for, so that it finds them by the unique index, however many products a store has.
 *
 * @param names of the new products; undefined for a product that needs no slug.
 * @param reserved slugs that the same write gives other products.
 */
export async function makeSlugs(
  write: Write,
  names: readonly (string | undefined)[],
  reserved: readonly string[] = [],
): Promise<(string | undefined)[]> {
  const bases = names.map((name) => (name === undefined ? undefined : slugOf(name)))
  const distinct = [...new Set(bases.filter((base) => base !== undefined))]
  if (distinct.length === 0) return bases
  await write.lockKind('Product')
  const taken = new Set(reserved)
  const look = async (of: readonly string[], from: number, count: number) => {
    const asked = of.flatMap((base) => Array.from({ length: count }, (_, index) => numberedSlug(base, from + index)))
    const found = await write.read('Product', { slug: { in: asked.flatMap(spellings) }, deleted: false })
    for (const { slug } of found) taken.add(normalized(slug))
  }
  await look(distinct, 1, firstLook)
  const made: (string | undefined)[] = []
  for (const base of bases) {
    const slug = base === undefined ? undefined : await firstFree(base, taken, look)
    if (slug !== undefined) taken.add(slug)
    made.push(slug)
  }
  return made
}

async function firstFree(
  base: string,
  taken: ReadonlySet<string>,
  look: (of: readonly string[], from: number, count: number) => Promise<void>,
): Promise<string> {
  for (let place = 1; ; place += 1) {
    if (place > firstLook && (place - firstLook) % furtherLook === 1) await look([base], place, furtherLook)
    const slug = numberedSlug(base, place)
    if (!taken.has(slug)) return slug
  }
}

/** Has the transaction tried again, which then makes other slugs. */
class SlugTaken extends Error {
  readonly code = '40001'
}

/** Tries a write again that failed because another has taken a slug that was made for it: no caller gave that slug. */
export const retryIfMade =
  (made: readonly (string | undefined)[]) =>
  (error: unknown): never => {
    const isMade = takenIndex(error) === 'product_store_id_slug_key' && made.some((slug) => slug !== undefined)
    throw isMade ? new SlugTaken('A slug that was made is taken.') : error
  }
