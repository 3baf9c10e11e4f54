/** The text that lists are searched by, as both surfaces describe it. */

/** Maximum characters of a text. */
export const maxSearchLength = 100

export const searchMeaning =
  'Only records that a text finds: by their number, or by words that their names, codes and numbers have, in any case and without regard to accents. For merchant keys.'
