/** The countries: the codes that ISO 3166-1 has assigned, and XK, by which Kosovo goes; and which of them are in the European Union. */
import { type Name, type Sentence, say } from './sentence.ts'

const assigned: ReadonlySet<string> = new Set(
  `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
  GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
  SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW
  XK
  `.match(/[A-Z]{2}/g),
)

/** The codes of all countries. */
export const countryCodes: readonly string[] = [...assigned]

/** The member states of the European Union. */
const ofEu: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Whether a country is a member state of the European Union. */
export const isInEu = (code: string): boolean => ofEu.has(code)

/** Codes that are in use elsewhere, each with the assigned one. */
const instead = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
])

/** The fault of a country's code: `uk`, `UK`, `EU` and `XX` are none, `GB` and `XK` are. */
export function countryFault(code: string, name: Name): Sentence | undefined {
  if (assigned.has(code)) return undefined
  if (!/^[A-Z]{2}$/.test(code)) return say`${name} must be two capital letters, as in ISO 3166.`
  const meant = instead.get(code)
  return meant
    ? say`${name} must be "${meant}", not "${code}", as in ISO 3166.`
    : say`${name} must be a code that ISO 3166-1 has assigned, or XK, not "${code}".`
}
