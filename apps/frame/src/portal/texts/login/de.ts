import type { LoginTexts } from './en.js';

/** The texts of the login page in German, and those that every page needs. */
export const de: LoginTexts = {
  title: 'Ihre Wallet',
  loading: 'Ihre Wallet wird geladen',
  continue: 'Weiter',
  tryAgain: 'Erneut versuchen',
  'unreachable.title': 'Ihre Wallet ist nicht erreichbar',
  'unreachable.text':
    'Der Wallet-Dienst hat nicht geantwortet. Ihr Geld ist sicher: Es liegt in den Netzwerken, nicht auf dieser Seite.',
  'error.passkey':
    'Dieser Passkey kann keine Wallet schützen: Er liefert keinen oder jedes Mal einen anderen Schlüssel. Nichts wurde geändert. Versuch es mit einem anderen Gerät.',
  'error.passkeyOther':
    'Das ist kein Passkey deiner Wallet, oder er wurde zu spät benutzt. Versuch es noch einmal.',
  'error.other': 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
  'error.unreachable': 'Der Wallet-Dienst hat nicht geantwortet. Versuchen Sie es erneut.',
  'error.cooldown': 'Gerade eben wurde eine E-Mail gesendet. Versuchen Sie es in {seconds} s erneut.',
  'error.tooMany': 'Zu viele Versuche. Versuchen Sie es später erneut.',
  'error.codeWrong': 'Der Code ist falsch. Sehen Sie in der neuesten E-Mail nach.',
  'error.codeExpired': 'Der Code ist abgelaufen. Fordern Sie einen neuen an.',
  'error.locked': 'Zu viele falsche Codes. Versuchen Sie es in 24 Stunden erneut.',
  'error.denied': 'Diese Anmeldung wurde mit „Das bin ich nicht“ gestoppt.',
  'error.loginExpired': 'Diese Anmeldung ist abgelaufen. Beginnen Sie von vorn.',
  'error.loginRefused': 'Die Anmeldung wurde beim Anbieter abgelehnt.',
  'error.provider': 'Dieser Anmeldeanbieter funktioniert im Moment nicht.',
  'error.loginTaken':
    'Dieses Konto hat eine eigene Wallet und lässt sich nicht verknüpfen. Melden Sie sich damit an und senden Sie deren Guthaben an diese.',
  'error.lastLogin': 'Behalten Sie Ihre E-Mail-Adresse und eine Anmeldung, die älter als 72 Stunden ist.',
  'error.frozen': 'Ihre Wallet ist gesperrt. Heben Sie zuerst die Sperre auf.',
  'error.delayed':
    'Ihre Wallet lässt sich hier in {time} öffnen. Eine neue oder geänderte Anmeldung wartet 24 Stunden, und vielleicht haben Sie eine Wartezeit für neue Geräte gewählt.',
  'error.reauth':
    'Ihre Anmeldung ist dafür zu lange her. Melden Sie sich ab und wieder an, und wiederholen Sie es.',
  'error.email': 'Geben Sie eine E-Mail-Adresse ein.',
  'error.rejected': 'Es wurde nichts geändert.',
  'login.title': 'Bei Ihrer Wallet anmelden',
  'login.text':
    'Melden Sie sich so an wie auf den Websites, auf denen Sie sie nutzen. Damit öffnen Sie dieselbe Wallet.',
  'login.email': 'E-Mail-Adresse',
  'login.withEmail': 'Weiter mit E-Mail',
  'login.with': 'Weiter mit {provider}',
  'login.social': 'Weiter mit einem anderen Konto',
  'login.otherWay': 'Anders anmelden',
  'login.opening': 'Ihre Wallet wird geöffnet',
  'login.codeTitle': 'Sehen Sie in Ihre E-Mails',
  'login.codeText': 'Geben Sie den Code ein, den wir an {email} gesendet haben',
  'login.linkTitle': 'Diesen Browser bestätigen',
  'login.linkText':
    'Ihre Wallet wurde in diesem Browser noch nicht geöffnet. Öffnen Sie den Link, den wir an {email} gesendet haben, auf einem beliebigen Gerät.',
  'login.farcasterTitle': 'Weiter mit Farcaster',
  'login.farcasterText':
    'Scannen Sie diesen Code mit der Kamera Ihres Telefons, und bestätigen Sie in der Farcaster-App.',
  'login.farcasterPhone': 'Bestätigen Sie in der Farcaster-App, und kommen Sie dann zurück.',
  'login.farcasterQr': 'QR-Code für die Farcaster-App',
  'login.farcasterOpen': 'Farcaster öffnen',
  'code.label': 'Sechsstelliger Code',
  'code.again': 'Erneut senden',
  'code.wait': 'Erneut senden in {time}',
  'login.passwordTitle': 'Wallet-Passwort eingeben',
  'login.passwordText':
    'Dieser Browser ist neu. Das Wallet braucht außer der Anmeldung auch sein Passwort. Niemand kann es zurücksetzen.',
  'login.password': 'Wallet-Passwort',
  'error.passwordLocked': 'Zu viele falsche Passwörter. Sie können sich wieder anmelden in {time}.',
  'error.password': 'Dieses Passwort ist falsch. Möglich sind 5 Versuche pro Stunde.',
};
