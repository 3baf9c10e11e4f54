/** The style of the page of an invoice: a sheet of A4, on the screen and on paper. */
export const pageStyle = `
@page { size: A4; margin: 18mm 18mm 20mm }
* { box-sizing: border-box }
html { background: #eceef1; color: #1b1f24; font: 10.5pt/1.45 system-ui, "Helvetica Neue", Arial, "Noto Sans", sans-serif; -webkit-print-color-adjust: exact; print-color-adjust: exact }
body { margin: 0 auto; max-width: 210mm; padding: 8mm }
main { background: #fff; min-height: 297mm; padding: 18mm; box-shadow: 0 1px 6px #0003; display: flex; flex-direction: column }
header { display: flex; justify-content: space-between; gap: 10mm; align-items: flex-start; border-bottom: 2px solid #1b1f24; padding-bottom: 5mm }
header > * { min-width: 0; overflow-wrap: anywhere }
h1 { font-size: 19pt; line-height: 1.15; margin: 0; text-align: right }
h2 { font-size: 8.5pt; font-weight: 600; color: #59626d; margin: 0 0 1mm }
p { margin: 0 }
.shop { font-size: 12pt; font-weight: 650 }
.lines-of-text { white-space: pre-line; overflow-wrap: anywhere }
.number { text-align: right; font-size: 12pt; color: #59626d; margin-top: 1mm }
.parties { display: grid; grid-template-columns: 1fr 1fr fit-content(80mm); gap: 6mm; margin: 8mm 0 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .5mm 4mm; margin: 0 }
dt { color: #59626d }
dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { font-size: 8.5pt; font-weight: 600; color: #59626d; text-align: left; border-bottom: 1px solid #1b1f24; padding: 1.5mm 2mm }
td { padding: 2mm; border-bottom: 1px solid #d9dde2; vertical-align: top; overflow-wrap: anywhere }
th:first-child, td:first-child { padding-left: 0 }
th:last-child, td:last-child { padding-right: 0 }
.amount { text-align: right; white-space: nowrap; overflow-wrap: normal; width: 1% }
tr { break-inside: avoid }
thead { display: table-header-group }
small { font-size: 8.5pt; color: #59626d; display: block }
.sums { width: 95mm; max-width: 100%; margin: 4mm 0 0 auto; break-inside: avoid }
.sums td { border: 0; padding-top: .8mm; padding-bottom: .8mm }
.sums .total td { border-top: 1px solid #1b1f24; font-size: 12.5pt; font-weight: 650; padding-top: 2mm }
.notes { margin-top: 8mm; break-inside: avoid }
.notes p + p { margin-top: 1.5mm }
footer { margin-top: auto; padding-top: 5mm; font-size: 8.5pt; color: #59626d; break-inside: avoid }
footer div { border-top: 1px solid #d9dde2; padding-top: 3mm; display: flex; justify-content: space-between; gap: 8mm }
footer div > * { min-width: 0; overflow-wrap: anywhere }
@media (max-width: 640px) { body { padding: 0 } main { padding: 6mm; min-height: 0 } .parties { grid-template-columns: 1fr; gap: 5mm } .sums { width: 100%; min-width: 0 } }
@media print { html { background: none } body { max-width: none; padding: 0 } main { box-shadow: none; padding: 0; min-height: 0; display: block } footer { margin-top: 10mm } }
`
