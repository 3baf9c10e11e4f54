/** The writable fields of a rate of tax. */
import { say } from '../../values/sentence.ts'
import { flag, made, time } from '../../values/writable.ts'
import { code, country, name } from '../../values/writable-texts.ts'

/** 100%, in thousandths of a percent. */
const most = 100_000

const taxClass = (meaning: string) => code(meaning, { max: 50, notBlank: true, initially: 'standard' })

export const writable = {
  name: name('Name of the tax, as it stands on invoices', { max: 100, notBlank: true }),
  country: country('The country that goods are sent to'),
  region: code('The state or region of the country, as addresses spell it, in any case; empty for the whole country', {
    max: 100,
    initially: '',
  }),
  taxClass: taxClass('The tax class of the products that it applies to'),
  rate: made('Int', 'The rate in thousandths of a percent: 19000 is 19%', [`from 0 to ${most}`], {}, (value, name) =>
    value >= 0 && value <= most
      ? undefined
      : say`${name} must be from 0 to ${most}, in thousandths of a percent: 19000 is 19%, and ${value} is ${value / 1_000}%.`,
  ),
  taxesShipping: flag('Whether it applies to shipping too', { initially: true }),
  validFrom: time('From when it applies, by when an order is placed', { years: [1970, 9999], initially: new Date(0) }),
}
