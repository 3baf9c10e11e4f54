/** The two markets of the simulation, each with customers in three countries and a rate that rises within the year. */
import type { Market, Rate, Zone } from './market.ts'

const always = 0

/** When a rate of each market rises. */
const newYear = Date.UTC(2028, 0, 1)

const rate = (country: string, name: string, of: number, more: Partial<Rate> = {}): Rate => ({
  ...{ country, name, rate: of, region: '', taxClass: 'standard', taxesShipping: true, from: always },
  ...more,
})

const zone = (country: string | null, bands: [atLeast: number, price: number][], more: Partial<Zone> = {}): Zone => ({
  ...{ country, region: '', postcode: '', basis: 'weight', freeFrom: null },
  bands: bands.map(([atLeast, price]) => ({ atLeast, price })),
  ...more,
})

const homeIn = (country: string, state: string, zipCode: string, numberOf: string | null = null) => ({
  ...{ country, state, zipCode, numberOf },
})

/** Prices contain the tax; Germany sends to Germany, Austria and Switzerland. */
const german: Market = {
  ...{ isIncluded: true, dispatch: 'DE', untaxedWithNumber: [] },
  rates: [
    rate('DE', 'USt', 19_000),
    rate('DE', 'USt', 20_000, { from: newYear }),
    rate('DE', 'USt reduced', 7_000, { taxClass: 'reduced' }),
    rate('AT', 'USt', 20_000),
  ],
  zones: [
    zone('DE', [
      [0, 390],
      [20, 590],
      [60.5, 1_090],
    ]),
    zone('DE', [[0, 890]], { postcode: '278' }),
    zone(
      'AT',
      [
        [0, 990],
        [5_000, 690],
      ],
      { basis: 'price', freeFrom: 20_000 },
    ),
    zone(null, [
      [0, 1_490],
      [40, 2_450],
    ]),
  ],
  homes: [
    homeIn('DE', 'Bayern', '80331'),
    homeIn('DE', 'Niedersachsen', '27804', 'DE'),
    homeIn('AT', 'Wien', '1010'),
    homeIn('AT', 'Tirol', '6020', 'AT'),
    homeIn('CH', 'Bern', '3011'),
  ],
}

/** Tax is added to prices; the United States send there, to Canada, to the United Kingdom and to Japan, which has no rates. */
const american: Market = {
  ...{ isIncluded: false, dispatch: 'US', untaxedWithNumber: ['GB'] },
  rates: [
    rate('US', 'State tax', 4_000, { region: 'NY' }),
    rate('US', 'City tax', 4_875, { region: 'NY', taxesShipping: false }),
    rate('US', 'State tax', 7_250, { region: 'CA', taxesShipping: false }),
    rate('US', 'State tax', 7_375, { region: 'CA', taxesShipping: false, from: newYear }),
    rate('US', 'State tax', 0, { region: 'NY', taxClass: 'reduced' }),
    rate('CA', 'GST', 5_000),
    rate('CA', 'QST', 9_975, { region: 'QC' }),
    rate('GB', 'VAT', 20_000),
  ],
  zones: [
    zone('US', [
      [0, 495],
      [32, 995],
    ]),
    zone('US', [[0, 755]], { region: 'CA' }),
    zone('CA', [[0, 1_295]], { basis: 'price', freeFrom: 15_000 }),
    zone(null, [
      [0, 1_995],
      [16, 3_150],
    ]),
  ],
  homes: [
    homeIn('US', 'NY', '10001'),
    homeIn('US', 'CA', '94016'),
    homeIn('US', 'OR', '97001'),
    homeIn('CA', 'QC', 'H2X1Y4'),
    homeIn('GB', 'Kent', 'CT11AA'),
    homeIn('GB', 'Kent', 'CT12AB', 'GB'),
    homeIn('JP', 'Osaka', '5300001'),
  ],
}

export const markets = { german, american }
