/** The words of mails in German. */
import type { Words } from './words.ts'

export const de: Words = {
  kinds: {
    order_receipt: {
      subject: 'Ihre Bestellung {{ order }} bei {{ shop }}',
      heading: 'Vielen Dank für Ihre Bestellung',
      text: 'Guten Tag {{ name }},\nIhre Zahlung ist bei uns eingegangen. Dies ist der Beleg zu Ihrer Bestellung {{ order }}.',
    },
    renewal_receipt: {
      subject: 'Beleg zur Verlängerung bei {{ shop }}',
      heading: 'Ihr Abonnement wurde verlängert',
      text: 'Guten Tag {{ name }},\nfür die Verlängerung Ihres Abonnements haben wir {{ total }} abgebucht. Dies ist der Beleg zu Bestellung {{ order }}.',
    },
    renewal_notice: {
      subject: 'Ihr Abonnement verlängert sich am {{ date }}',
      heading: 'Ihre nächste Verlängerung',
      text: 'Guten Tag {{ name }},\nIhr Abonnement von {{ product }} verlängert sich am {{ date }}. Wir buchen dann {{ total }} ab.',
    },
    payment_failed: {
      subject: 'Ihre Zahlung bei {{ shop }} ist fehlgeschlagen',
      heading: 'Wir konnten Ihre Karte nicht belasten',
      text: 'Guten Tag {{ name }},\nIhre Bank hat die Zahlung von {{ total }} für die Verlängerung Ihres Abonnements abgelehnt.',
    },
    card_expiring: {
      subject: 'Ihre Karte läuft bald ab',
      heading: 'Ihre Karte läuft bald ab',
      text: 'Guten Tag {{ name }},\nIhre Karte {{ card }} läuft am {{ date }} ab. Bitte hinterlegen Sie eine andere, damit Ihr Abonnement weiterläuft.',
    },
    shipped: {
      subject: 'Ihre Bestellung {{ order }} ist unterwegs',
      heading: 'Ihr Paket ist unterwegs',
      text: 'Guten Tag {{ name }},\nwir haben ein Paket Ihrer Bestellung {{ order }} verschickt.',
    },
    delivered: {
      subject: 'Ihre Bestellung {{ order }} wurde zugestellt',
      heading: 'Ihr Paket wurde zugestellt',
      text: 'Guten Tag {{ name }},\nein Paket Ihrer Bestellung {{ order }} wurde zugestellt.',
    },
    skipped: {
      subject: 'Sie haben eine Lieferung ausgelassen',
      heading: 'Ihre nächste Lieferung entfällt',
      text: 'Guten Tag {{ name }},\ndie nächste Lieferung von {{ product }} entfällt. Ihr Abonnement geht am {{ date }} weiter.',
    },
    paused: {
      subject: 'Ihr Abonnement pausiert',
      heading: 'Ihr Abonnement pausiert',
      text: 'Guten Tag {{ name }},\nIhr Abonnement von {{ product }} pausiert. Bis es weitergeht, wird nichts abgebucht oder verschickt.',
    },
    changed: {
      subject: 'Ihr Abonnement wurde geändert',
      heading: 'Ihr Abonnement wurde geändert',
      text: 'Guten Tag {{ name }},\nIhr Abonnement von {{ product }} wurde geändert. Die nächste Verlängerung ist am {{ date }}.',
    },
    cancelled: {
      subject: 'Ihr Abonnement wurde gekündigt',
      heading: 'Ihr Abonnement wurde gekündigt',
      text: 'Guten Tag {{ name }},\nIhr Abonnement von {{ product }} wurde gekündigt. Es wird nichts mehr abgebucht; bezahlt ist es bis zum {{ date }}.',
    },
    refunded: {
      subject: 'Ihre Erstattung von {{ shop }}',
      heading: 'Wir haben Ihnen Geld erstattet',
      text: 'Guten Tag {{ name }},\nwir haben Ihnen {{ total }} zu Ihrer Bestellung {{ order }} erstattet.',
    },
    credited: {
      subject: 'Sie haben ein Guthaben bei {{ shop }}',
      heading: 'Sie haben ein neues Guthaben',
      text: 'Guten Tag {{ name }},\nwir haben Ihnen {{ total }} gutgeschrieben. Das Guthaben gilt für Ihre nächsten Bestellungen.',
    },
    gift: {
      subject: '{{ giver }} hat ein Geschenk für Sie',
      heading: 'Ein Geschenk für Sie',
      text: 'Guten Tag {{ name }},\n{{ giver }} hat bei {{ shop }} ein Geschenk für Sie ausgesucht. Wir schicken es Ihnen zu.',
    },
    sign_in: {
      subject: 'Anmelden bei {{ shop }}',
      heading: 'Ihr Link zum Anmelden',
      text: 'Guten Tag {{ name }},\nmit diesem Knopf melden Sie sich in Ihrem Konto bei {{ shop }} an. Haben Sie den Link nicht angefordert, müssen Sie nichts tun.',
    },
    withdrawal_received: {
      subject: 'Ihre Erklärung an {{ shop }} ist eingegangen',
      heading: 'Ihre Erklärung ist eingegangen',
      text: 'Guten Tag {{ name }},\nhiermit bestätigen wir den Eingang Ihrer Erklärung an {{ shop }}. Wir kümmern uns darum und schreiben Ihnen.',
    },
  },
  confirmation: {
    subject: 'Bestätigen Sie Ihre Erklärung an {{ shop }}',
    heading: 'Waren Sie das?',
    text: 'Guten Tag {{ name }},\nzu einer Ihrer Bestellungen bei {{ shop }} wurde ein Widerruf oder eine Kündigung erklärt. Waren Sie es, bestätigen Sie mit diesem Knopf, und es verlängert sich nichts mehr. Wenn nicht, müssen Sie nichts tun.',
  },
  linkEnds: 'Der Link gilt einmal und 15 Minuten lang.',
  labels: {
    ...{
      subTotal: 'Zwischensumme',
      discount: 'Rabatt',
      shipping: 'Versand',
      taxAdded: 'Steuer',
      taxContained: 'Enthaltene Steuer',
    },
    ...{ total: 'Summe', credit: 'Mit Guthaben bezahlt', paid: 'Mit Karte bezahlt', tracking: 'Sendungsnummer' },
    ...{
      track: 'Sendung verfolgen',
      reason: 'Grund',
      account: 'Zu Ihrem Konto',
      payNow: 'Karte aktualisieren',
      from: 'Mit diesen Worten',
    },
    ...{ sign_in: 'Anmelden', confirm_withdrawal: 'Ansehen und bestätigen', received: 'Eingegangen' },
    ...{ withdraw: 'Vertrag widerrufen', cancel: 'Verträge hier kündigen' },
    quantity: (count) => `Menge: ${count}`,
    moreLines: (count) => (count === 1 ? 'und ein weiterer Artikel' : `und ${count} weitere Artikel`),
  },
  howToCancel:
    'Sie können jederzeit kündigen, mit einer Nachricht an uns oder in Ihrem Konto; die bezahlte Zeit bleibt Ihnen erhalten.',
  triedAgain: (date) => `Wir versuchen es am ${date} noch einmal. Bis dahin können Sie eine andere Karte hinterlegen.`,
  notTriedAgain: 'Wir versuchen es nicht noch einmal. Bitte hinterlegen Sie eine andere Karte, damit Ihr Abonnement weiterläuft.',
  backToCard: (amount) => `${amount} gehen zurück auf Ihre Karte. Das kann einige Tage dauern.`,
  asCredit: (amount) => `${amount} wurden Ihrem Guthaben gutgeschrieben.`,
}
