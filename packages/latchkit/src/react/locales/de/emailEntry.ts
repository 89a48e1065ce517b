import type { emailEntry as english } from '../en/emailEntry.js';
import type { Translation } from '../en/Translation.js';

export const emailEntry: Translation<typeof english> = {
  'email.address': 'E-Mail-Adresse',
  'email.continue': 'Mit E-Mail fortfahren',
  'email.intro': 'Mit deiner E-Mail einloggen',
  'email.introText': 'Wir senden dir einen Code. Kein Passwort, und eine Wallet ist dabei.',
  'email.sending': 'E-Mail wird gesendet',
  'email.invalid': 'Das sieht nicht nach einer E-Mail-Adresse aus. Fehlt vielleicht ein Punkt?',
  'email.cooldown': {
    one: 'Bitte versuche es in {count} Sekunde erneut',
    other: 'Bitte versuche es in {count} Sekunden erneut',
  },
  'email.unavailable': 'Der E-Mail-Login ist gerade nicht erreichbar. Versuche es gleich noch einmal.',
  'email.notWorking':
    'Der E-Mail-Login funktioniert auf dieser Seite gerade nicht. Versuche es später erneut.',
  'email.unverified': 'Der E-Mail-Login ist auf dieser Seite gerade nicht verfügbar.',
  'email.held':
    'Deine Wallet nimmt gerade keine Anfragen dieser Website an. Versuche es in 30 Sekunden noch einmal.',
  'email.frozen':
    'Diese Wallet ist gesperrt. Neue Geräte können sie nicht öffnen. Die Sperre endet nach 72 Stunden.',
  'email.busy':
    'Die E-Mail konnte nicht gesendet werden. Der E-Mail-Dienst ist ausgelastet. Versuche es in einer Minute erneut.',
  'email.tooMany':
    'Zu viele Versuche. Versuche es später erneut, spätestens morgen. Wenn dein Browser dich nach jedem Besuch vergisst, erlaube dieser Seite Cookies von Drittanbietern.',
};
