/** Colours as `#rrggbb`: their contrast, by the relative luminance of WCAG. Pure. */

const partsOf = (colour: string): number[] => [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16))

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => linear(part / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((low, high) => low - high)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Black or white, whichever is readable on a colour: their contrasts are equal where (L + 0.05)² = 0.05 · 1.05. */
export const readableOn = (colour: string): '#000000' | '#ffffff' => (luminance(colour) > 0.179 ? '#000000' : '#ffffff')

/** A colour mixed with a share of another, from 0 to 1. */
function mixed(colour: string, other: string, share: number): string {
  const others = partsOf(other)
  const parts = partsOf(colour).map((part, place) => Math.round(part + ((others[place] ?? 0) - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The colour that is nearest to one and has a contrast against a background: mixed with black or white in twentieths. */
export function setOffFrom(background: string, colour: string, contrast: number): string {
  const towards = readableOn(background)
  for (let step = 0; step < 20; step += 1) {
    const each = mixed(colour, towards, step / 20)
    if (contrastOf(each, background) >= contrast) return each
  }
  return towards
}
