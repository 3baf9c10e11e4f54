/** The own words of a store: which there are of a language, and what they may have in them. Pure. */
import { type MailKind, mailKinds } from '../../mails/kinds.ts'
import type { OwnWords } from '../../mails/own-words.ts'
import { placeholderFault } from '../../mails/placeholders.ts'
import { languages } from '../../mails/words.ts'
import { badInput } from '../../values/errors.ts'
import { each } from '../../values/faults.ts'
import { field, say } from '../../values/sentence.ts'
import { text } from '../../values/writable.ts'
import { checked } from '../../values/written-values.ts'

const oneLine = (meaning: string) =>
  text(
    meaning,
    { max: 200, notBlank: true, ifNull: 'the words that ship' },
    { fault: (value, name) => (/[\r\n]/.test(value) ? say`${name} must be one line.` : undefined) },
  )

/** The texts of a kind of mails in a language. */
export const texts = {
  subject: oneLine('The subject'),
  heading: oneLine('The heading'),
  text: text('The text below the heading', { max: 5_000, notBlank: true, ifNull: 'the words that ship' }),
}

const names = Object.keys(texts) as (keyof typeof texts)[]

type GivenWords = { language: string } & { [Name in keyof typeof texts]?: string | null | undefined }

/**
 * The words of a kind with those that are given, each language once; a text that is left out stays, null has it go.
 *
 * @throws Refusal BAD_INPUT naming each text that is at fault, and each placeholder that the kind does not have.
 */
export function withWords(kind: MailKind, before: readonly OwnWords[], given: readonly GivenWords[]): OwnWords[] {
  const { placeholders } = mailKinds[kind]
  const told = each([...given.keys()].map(String), (place) => {
    const words = given[Number(place)] as GivenWords
    const path = `words[${place}].`
    if (!(words.language in languages))
      throw badInput(say`${field(`${path}language`)} must be one of ${Object.keys(languages).join(', ')}.`)
    if (given.slice(0, Number(place)).some(({ language }) => language === words.language))
      throw badInput(say`${field(`${path}language`)} is ${words.language} a second time.`)
    const own = checked(texts, Object.fromEntries(names.map((name) => [name, words[name]])), {}, path)
    for (const name of names) {
      const fault = own[name] && placeholderFault(own[name], placeholders)
      if (fault) throw badInput(say`${field(path + name)} ${fault}`)
    }
    return { language: words.language, ...own }
  })
  return Object.keys(languages).flatMap((language) => {
    const [held, more] = [before, told].map((list) => list.find((words) => words.language === language))
    const texts = Object.entries({ ...held, ...more }).filter(([, value]) => value != null)
    return texts.length > 1 ? [Object.fromEntries(texts) as OwnWords] : []
  })
}
