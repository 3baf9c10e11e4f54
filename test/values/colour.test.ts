/** Colours: their contrast, the text that is readable on them, and what sets them off from a background. */
import { expect, it } from 'vitest'
import { contrastOf, readableOn, setOffFrom } from '../../src/values/colour.ts'

/** Colours from all of the cube. */
const colours = Array.from({ length: 6 ** 3 }, (_, place) => {
  const parts = [place % 6, Math.floor(place / 6) % 6, Math.floor(place / 36)]
  return `#${parts.map((part) => (part * 51).toString(16).padStart(2, '0')).join('')}`
})

it('Black on white has a contrast of 21, a colour on itself of 1', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastOf('#a1b2c3', '#a1b2c3')).toBe(1)
})

it.each([
  ['#ffffff', '#000000'],
  ['#1f3a5f', '#ffffff'],
  ['#ffcc00', '#000000'],
  ['#767676', '#000000'],
])('Text on %s is %s', (colour, text) => expect(readableOn(colour)).toBe(text))

it('Text on any colour has a contrast of 4.5', () => {
  for (const colour of colours) expect(contrastOf(colour, readableOn(colour))).toBeGreaterThan(4.5)
})

it('Any colour is set off from a background, and stays as it is where it has the contrast', () => {
  for (const background of ['#ffffff', '#1d1f22'])
    for (const colour of colours) {
      const shown = setOffFrom(background, colour, 3)
      expect(contrastOf(shown, background)).toBeGreaterThanOrEqual(3)
      if (contrastOf(colour, background) >= 3) expect(shown).toBe(colour)
    }
  expect(setOffFrom('#ffffff', '#ffffff', 21)).toBe('#000000')
})
