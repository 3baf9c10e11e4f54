/** The style of the customers' page: light and dark, from 320 px on, in the colour of the shop. Pure. */
import { readableOn, setOffFrom } from '../values/colour.ts'

/** The least contrast of buttons against what is behind them, by WCAG. */
const leastContrast = 3

/** The sheets in the light and in the dark scheme. */
const sheets = { light: '#ffffff', dark: '#1d1f22' }

/** The colour of buttons on a sheet, and of the text on them. */
function brandOn(sheet: string, colour: string): string {
  const brand = setOffFrom(sheet, colour, leastContrast)
  return `--brand: ${brand}; --on-brand: ${readableOn(brand)}`
}

/** @param colour of the shop, as `#rrggbb`. */
export const styleOf = (colour: string): string => `
:root { color-scheme: light dark; --bar: ${colour}; --on-bar: ${readableOn(colour)}; ${brandOn(sheets.light, colour)}; --page: #f5f4f1; --sheet: ${sheets.light}; --ink: #1c1d20; --faint: #5b5e66; --line: #e2e0da; --soft: #f0eee9; --good: #17613a; --good-soft: #e2f3e8; --warn: #7a4b00; --warn-soft: #fdf0d8; --bad: #9b1c1c; --bad-soft: #fde8e8 }
@media (prefers-color-scheme: dark) { :root { ${brandOn(sheets.dark, colour)}; --page: #131416; --sheet: ${sheets.dark}; --ink: #f1f1ef; --faint: #b3b5bb; --line: #34373c; --soft: #282a2e; --good: #8fdcb0; --good-soft: #17301f; --warn: #f3c877; --warn-soft: #352811; --bad: #ffb1b1; --bad-soft: #3a1a1a } }
*, ::before, ::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; min-height: 100vh; display: flex; flex-direction: column }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 .4rem }
h1 + .sheet, h1 + .boxes { margin-top: 18px }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 0 }
p { margin: 0 }
a { color: inherit; text-underline-offset: .18em }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; border-radius: 6px }
.skip { position: absolute; left: -9999px }
.skip:focus { left: 12px; top: 12px; background: var(--sheet); padding: 8px 14px; z-index: 2 }
.bar { background: var(--bar); color: var(--on-bar) }
.bar > div { max-width: 1040px; margin: 0 auto; padding: 18px 24px; display: flex; align-items: center; justify-content: space-between; gap: 16px }
.bar a { text-decoration: none }
.bar :focus-visible { outline-color: var(--on-bar) }
.shop { font-size: 1.2rem; font-weight: 700; letter-spacing: -.01em; overflow-wrap: anywhere }
nav { background: var(--sheet); border-bottom: 1px solid var(--line) }
nav ul { max-width: 1040px; margin: 0 auto; padding: 0 12px; list-style: none; display: flex; overflow-x: auto; gap: 4px }
nav a { display: block; padding: 14px 12px 12px; text-decoration: none; color: var(--faint); border-bottom: 3px solid transparent; white-space: nowrap; font-weight: 550 }
nav a:hover { color: var(--ink) }
nav a[aria-current] { color: var(--ink); border-color: var(--brand) }
main { width: 100%; max-width: 1040px; margin: 0 auto; padding: 36px 24px 56px; flex: 1 }
main.narrow > * { max-width: 560px }
main.narrow.alone > * { margin-left: auto; margin-right: auto }
.lead { color: var(--faint); margin-bottom: 24px; max-width: 62ch }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; padding: 24px; box-shadow: 0 1px 2px #0000000a; margin-bottom: 20px; overflow-wrap: anywhere }
.boxes { display: grid; gap: 20px; margin-bottom: 20px }
.boxes .sheet { margin: 0; display: flex; flex-direction: column }
.boxes.orders { max-width: 720px }
.head { display: flex; gap: 16px; align-items: flex-start; justify-content: space-between }
.head > div { display: flex; gap: 16px; align-items: center; min-width: 0 }
.meta { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; margin-top: 4px }
.tile { flex: none; width: 52px; height: 52px; border-radius: 12px; background: var(--brand); color: var(--on-brand); display: grid; place-items: center; font-size: 1.35rem; font-weight: 700 }
.faint { color: var(--faint); font-size: .94rem }
.small { font-size: .9rem; margin-left: -6px }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.back { margin-top: 4px }
.badge { flex: none; font-size: .82rem; font-weight: 600; padding: 3px 11px; border-radius: 99px; background: var(--soft); color: var(--faint); white-space: nowrap }
.badge.good { background: var(--good-soft); color: var(--good) }
.badge.warn { background: var(--warn-soft); color: var(--warn) }
.badge.bad { background: var(--bad-soft); color: var(--bad) }
.next { background: var(--soft); border-radius: 10px; padding: 14px 16px; margin-top: 18px }
.next strong { display: block }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 14px 28px; margin: 18px 0 0 }
dt { color: var(--faint); font-size: .88rem }
dd { margin: 0 }
dd a { font-size: .9rem; color: var(--faint); display: inline-block; padding: 4px 0 }
dd a:hover { color: var(--ink) }
.acts { display: flex; flex-wrap: wrap; gap: 10px; margin-top: auto; padding-top: 20px; align-items: center }
.acts form { display: contents }
button, .button { font: inherit; font-weight: 600; line-height: 1.3; border: 1px solid var(--line); background: var(--sheet); color: var(--ink); padding: 10px 16px; border-radius: 10px; cursor: pointer; text-decoration: none; display: inline-block; text-align: center; min-height: 44px }
button:hover, .button:hover { border-color: var(--faint) }
.main { background: var(--brand); color: var(--on-brand); border-color: var(--brand) }
.danger { color: var(--bad) }
.boxes .acts { gap: 10px 8px }
.boxes .acts > button, .boxes .acts > .button, .boxes .acts form > button { padding: 10px 14px }
.boxes .acts > .plain.danger { margin-left: auto; padding: 10px 0 }
.plain { border: 0; background: none; padding: 10px 6px; text-decoration: underline; text-underline-offset: .18em; font-weight: 550 }
.bar .plain { color: var(--on-bar); white-space: nowrap; margin-right: -6px }
form.wide { display: grid; gap: 18px }
.pair { display: grid; grid-template-columns: 1fr 2fr; gap: 14px }
label { display: block; font-weight: 600; font-size: .94rem }
.sheet > h2 { margin-bottom: 16px }
label small, .hint { display: block; font-weight: 400; color: var(--faint); font-size: .9rem }
input[type=text], input[type=email], input[type=number], select, textarea { font: inherit; font-weight: 400; font-size: 1rem; display: block; width: 100%; margin-top: 6px; padding: 11px 12px; border: 1px solid #85878d; border-radius: 10px; background: var(--sheet); color: var(--ink); min-height: 46px }
textarea { min-height: 110px; resize: vertical }
input[type=number] { max-width: 120px }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 10px; min-width: 0 }
legend { font-weight: 650; padding: 0; margin-bottom: 10px }
.choice { display: flex; gap: 12px; align-items: flex-start; border: 1px solid var(--line); border-radius: 10px; padding: 13px 14px; cursor: pointer; font-weight: 400; font-size: 1rem }
.choice:hover { border-color: var(--faint) }
.choice:has(:checked) { border-color: var(--brand); box-shadow: inset 0 0 0 1px var(--brand) }
.choice input { accent-color: var(--brand); margin: .3em 0 0; flex: none; width: 1.05em; height: 1.05em }
.choice span { min-width: 0 }
.choice .end { margin-left: auto; padding-left: 12px; white-space: nowrap; font-variant-numeric: tabular-nums }
.note { border-radius: 10px; padding: 13px 16px; margin-bottom: 22px; background: var(--good-soft); color: var(--good); font-weight: 550 }
.note.bad { background: var(--bad-soft); color: var(--bad) }
.note.warn { background: var(--warn-soft); color: var(--warn); margin: 18px 0 0 }
.rows { list-style: none; margin: 0; padding: 0 }
.rows li { display: flex; gap: 16px; justify-content: space-between; align-items: center; padding: 15px 0; border-top: 1px solid var(--line); flex-wrap: wrap }
.rows li:first-child { border-top: 0; padding-top: 0 }
.rows li:last-child { padding-bottom: 0 }
.rows .acts { margin: 0; padding: 0 }
.amount { font-variant-numeric: tabular-nums; white-space: nowrap }
.large { font-size: 2.2rem; font-weight: 700; letter-spacing: -.02em; line-height: 1.2 }
.lines { margin: 16px 0 0; padding: 0; list-style: none }
.lines li { display: flex; justify-content: space-between; gap: 16px; padding: 5px 0 }
.lines .sum { border-top: 1px solid var(--line); margin-top: 6px; padding-top: 10px; font-weight: 650 }
.words { white-space: pre-line; background: var(--soft); border-radius: 10px; padding: 14px 16px; margin: 0 0 18px }
footer { border-top: 1px solid var(--line); color: var(--faint); font-size: .9rem }
footer > div { max-width: 1040px; margin: 0 auto; padding: 22px 24px 32px; display: flex; flex-wrap: wrap; gap: 10px 28px; justify-content: space-between }
footer ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 6px 20px }
@media (min-width: 900px) { .boxes.two { grid-template-columns: 1fr 1fr; align-items: start } }
@media (max-width: 560px) { main { padding: 26px 16px 44px } .bar > div { padding: 14px 16px } nav ul { padding: 0 6px } footer > div { padding: 20px 16px 28px } .sheet { padding: 18px } h1 { font-size: 1.5rem } .pair { grid-template-columns: 1fr } .boxes .acts > button, .boxes .acts > .button, .boxes .acts form > button { flex: 1 1 auto } .boxes .acts form > .main, .boxes .acts > .plain.danger { flex-basis: 100%; margin: 0 } }
`
