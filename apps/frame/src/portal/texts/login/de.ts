import type { LoginTexts } from './en.js';

/** The texts of the login page in German, and those that every page needs. */
export const de: LoginTexts = {
  title: 'Deine Wallet',
  loading: 'Deine Wallet wird geladen',
  continue: 'Weiter',
  tryAgain: 'Erneut versuchen',
  'unreachable.title': 'Deine Wallet ist nicht erreichbar',
  'unreachable.text':
    'Der Wallet-Dienst hat nicht geantwortet. Dein Geld ist sicher: Es liegt in den Netzwerken, nicht auf dieser Seite.',
  'error.passkey':
    'Dieser Passkey kann keine Wallet schützen: Er liefert keinen oder jedes Mal einen anderen Schlüssel. Nichts wurde geändert. Versuche es mit einem anderen Gerät.',
  'error.passkeyOther':
    'Das ist kein Passkey deiner Wallet, oder er wurde zu spät benutzt. Versuche es erneut.',
  'error.other': 'Etwas ist schiefgegangen. Versuche es erneut.',
  'error.mail':
    'Die E-Mail konnte nicht gesendet werden. Der E-Mail-Dienst ist ausgelastet. Versuche es in einer Minute erneut.',
  'error.unreachable': 'Der Wallet-Dienst hat nicht geantwortet. Versuche es erneut.',
  'error.cooldown': 'Gerade eben wurde eine E-Mail gesendet. Versuche es in {seconds} s erneut.',
  'error.tooMany': 'Zu viele Versuche. Versuche es später erneut.',
  'error.codeWrong': 'Der Code ist falsch. Sieh in der neuesten E-Mail nach.',
  'error.codeExpired': 'Der Code ist abgelaufen. Fordere einen neuen an.',
  'error.locked': 'Zu viele falsche Codes. Versuche es in 24 Stunden erneut.',
  'error.denied': 'Dieser Login wurde mit „Das bin ich nicht“ gestoppt.',
  'error.elsewhere':
    'Dieser Browser konnte nicht zeigen, dass du dich hier eingeloggt hast. Logge dich per E-Mail ein oder benutze einen anderen Browser.',
  'error.knownDevice':
    'Dieser Login öffnet die Wallet nur in Browsern, die sie schon haben. Logge dich anders ein.',
  'error.loginExpired': 'Dieser Login ist abgelaufen. Beginne von vorn.',
  'error.loginRefused': 'Der Login wurde beim Anbieter abgelehnt.',
  'error.provider': 'Der Login über diesen Anbieter funktioniert im Moment nicht.',
  'error.loginTaken':
    'Dieses Konto hat eine eigene Wallet und lässt sich nicht verknüpfen. Logge dich damit ein und sende das Guthaben an diese Wallet.',
  'error.lastLogin': 'Behalte deine E-Mail-Adresse und einen Login, der älter als 72 Stunden ist.',
  'error.frozen': 'Deine Wallet ist gesperrt. Entsperre sie zuerst.',
  'error.delayed':
    'Deine Wallet lässt sich hier in {time} öffnen. Ein neuer oder geänderter Login wartet 24 Stunden, und vielleicht hast du eine Wartezeit für neue Geräte gewählt.',
  'error.reauth':
    'Dein Login ist dafür zu lange her. Logge dich aus und wieder ein, und versuche es dann erneut.',
  'error.email': 'Gib eine E-Mail-Adresse ein.',
  'error.rejected': 'Es wurde nichts geändert.',
  'revoked.title': 'Dieses Gerät wurde am {time} entfernt',
  'revoked.text':
    'Das war ein anderes Gerät mit deiner Wallet. Wenn du das nicht warst oder nicht wolltest, sperre die Wallet jetzt.',
  'revoked.deletion': 'Die Wallet wird am {time} gelöscht.',
  'revoked.keep': 'Wallet behalten',
  'revoked.freeze': 'Wallet sperren',
  'revoked.kept': 'Das Löschen wurde abgebrochen.',
  'revoked.frozen': 'Die Wallet ist bis {time} gesperrt.',
  'login.title': 'Bei deiner Wallet einloggen',
  'login.text':
    'Logge dich so ein wie auf den Websites, auf denen du sie nutzt. Damit öffnest du dieselbe Wallet.',
  'login.email': 'E-Mail-Adresse',
  'login.withEmail': 'Weiter mit E-Mail',
  'login.with': 'Weiter mit {provider}',
  'login.inApp':
    '{provider} meldet niemanden in einer anderen App an. Öffne diese Seite dafür in deinem Browser.',
  'login.social': 'Weiter mit einem anderen Konto',
  'login.otherWay': 'Anders einloggen',
  'login.opening': 'Deine Wallet wird geöffnet',
  'login.codeTitle': 'Sieh in deine E-Mails',
  'login.codeText': 'Gib den Code ein, den wir an {email} gesendet haben',
  'login.linkTitle': 'Diesen Browser bestätigen',
  'login.linkText':
    'Deine Wallet wurde in diesem Browser noch nicht geöffnet. Öffne den Link, den wir an {email} gesendet haben, auf einem beliebigen Gerät.',
  'login.farcasterTitle': 'Weiter mit Farcaster',
  'login.farcasterText':
    'Scanne diesen Code mit der Kamera deines Telefons und bestätige in der Farcaster-App.',
  'login.farcasterPhone': 'Bestätige in der Farcaster-App und komm dann zurück.',
  'login.farcasterQr': 'QR-Code für die Farcaster-App',
  'login.farcasterOpen': 'Farcaster öffnen',
  'code.label': 'Sechsstelliger Code',
  'code.again': 'Erneut senden',
  'code.wait': 'Erneut senden in {time}',
  'login.passwordTitle': 'Wallet-Passwort eingeben',
  'login.passwordText':
    'Dieser Browser ist neu. Außer dem Login braucht diese Wallet ihr Passwort. Niemand kann es zurücksetzen.',
  'login.password': 'Wallet-Passwort',
  'error.passwordLocked': 'Zu viele falsche Passwörter. Du kannst dich wieder einloggen in {time}.',
  'error.password': 'Dieses Passwort ist falsch. Du hast 5 Versuche pro Stunde.',
};
