import type { embedded as english } from '../en/embedded.js';
import type { Translation } from '../en/Translation.js';

export const embedded: Translation<typeof english> = {
  'email.newBrowser':
    'Dieser Browser hat deine Wallet noch keine 24 Stunden. Ändere die Adresse in einem älteren oder morgen.',
  'email.loginAgain':
    'Nur ein frischer Login kann die Adresse ändern. Logge dich aus und neu ein, und ändere sie dann.',
  'email.deviceHeading': 'Dieses Gerät bestätigen',
  'email.browserWallet': 'Wallet dieses Browsers verwenden',
  'email.deviceText':
    'Öffne den Link, den wir an {email} gesendet haben, auf einem beliebigen Gerät. Danach folgt eine zweite E-Mail mit einem Code, den du hier eingibst.',
  'email.noEmail': 'Keine E-Mail? Sieh auch im Spam nach.',
  'email.sendAgain': 'Erneut senden',
  'email.other': 'Andere E-Mail',
  'email.deniedHeading': 'Login abgelehnt',
  'email.deniedText':
    'Er wurde aus der E-Mail heraus abgelehnt. Niemand wurde eingeloggt und nichts geteilt.',
  'email.linkExpiredHeading': 'Der Link ist abgelaufen',
  'email.linkExpiredText': 'Links gelten 20 Minuten. Fordere einen neuen an, um weiterzumachen.',
  'email.newLink': 'Neuen Link senden',
  'email.delayedHeading': 'Deine Wallet öffnet sich später',
  'email.delayedText':
    'Dieser Browser öffnet deine Wallet am {time}. Neue Browser müssen bei deiner Wallet warten. Lass diese Seite offen oder komm danach innerhalb von sieben Tagen in diesem Browser zurück. Wenn du das nicht warst, brich es auf einem Gerät ab, das du schon benutzt.',
  'email.waitedHeading': 'Die Wartezeit ist vorbei',
  'email.waitedText': 'Wir senden einen Code an {email}.',
  'email.frozenHeading': 'Deine Wallet ist gesperrt',
  'email.frozenWaitText':
    'Sie bleibt gesperrt bis {time}. Danach macht diese Seite weiter, auch wenn du in diesem Browser zurückkommst. Wenn du die Sperre früher beendest, auf einem Gerät, das du schon benutzt, logge dich hier neu ein.',
  'email.againText':
    'Logge dich neu ein, um deine Wallet zu öffnen: Du bekommst eine neue E-Mail an {email}.',
  'email.cancelledHeading': 'Login abgebrochen',
  'email.cancelledText':
    'Er wurde auf einem Gerät abgebrochen, das diese Wallet öffnet. Hier wurde niemand eingeloggt. Wenn du dich doch einloggen willst, fang neu an: Die Wartezeit beginnt dann von vorn. Wenn du ihn nicht abgebrochen hast, prüfe die Geräte in deiner Wallet.',
  'email.waitFailedHeading': 'Link konnte nicht geprüft werden',
  'email.codeHeading': 'Sieh in deinen E-Mails nach',
  'email.codeText': 'Gib den Code ein, den wir an {email} gesendet haben',
  'email.secondCodeText': 'Gib den Code aus der zweiten E-Mail ein, die wir an {email} gesendet haben',
  'email.code': 'Sechsstelliger Code',
  'email.checking': 'Code wird geprüft…',
  'email.didntGet': 'Nichts bekommen?',
  'email.sendAgainIn': 'Erneut senden in {time}',
  'email.newCode': 'Neuen Code senden',
  'email.canResend': 'Du kannst jetzt einen neuen Code anfordern.',
  'email.resent': 'Erneut gesendet',
  'email.wrong':
    'Dieser Code stimmt nicht. Sieh in der neuesten E-Mail nach oder fordere einen neuen Code an.',
  'email.expired': 'Dieser Code ist abgelaufen. Fordere einen neuen an, um weiterzumachen.',
  'email.locked':
    'Zu viele falsche Codes, deshalb wurde dieser Login beendet. Niemand wurde eingeloggt. Beginne von vorn.',
  'email.passwordLocked':
    'Zu viele falsche Passwörter, deshalb wurde dieser Login beendet. Niemand wurde eingeloggt. Du kannst dich wieder einloggen ab {time}.',
  'email.tooManyNew':
    'Zu viele Logins in neuen Browsern. Du kannst dich hier ab {time} einloggen. Wenn dein Browser dich nach jedem Besuch vergisst, erlaube dieser Seite Cookies von Drittanbietern.',
  'email.checkFailed': 'Der Code konnte nicht geprüft werden. Versuche es gleich noch einmal.',
  'email.startAgain': 'Neu beginnen',
  'email.current': 'Aktuelle E-Mail',
  'email.new': 'Neue E-Mail-Adresse',
  'email.changeText':
    'Zuerst bestätigst du die Änderung im Fenster der Wallet, dann senden wir an jede Adresse einen Code. Deine Wallet und dein Guthaben bleiben gleich. 24 Stunden lang können neue Browser die Wallet nicht mit der neuen Adresse öffnen.',
  'email.appleRelay':
    'Apple leitet E-Mails an diese Adresse nur von Absendern weiter, die dort registriert sind. Unsere erreichen dich vielleicht nicht. Nimm möglichst deine eigene Adresse.',
  'email.addText':
    'Zuerst bestätigst du sie im Fenster der Wallet, dann senden wir einen Code an die Adresse. Nach 24 Stunden öffnet sie deine Wallet auch in neuen Browsern. Sie erhält auch Sicherheitsmails.',
  'email.notAgreed': 'Die Änderung wurde nicht bestätigt. Nichts wurde geändert.',
  'email.noWindow':
    'Das Fenster der Wallet hat sich nicht geöffnet. Erlaube dieser Website Popups und versuche es noch einmal.',
  'email.cancel': 'Abbrechen',
  'email.continueShort': 'Weiter',
  'email.same': 'Das ist deine jetzige Adresse.',
  'email.step': 'Schritt {step} von {steps}',
  'email.primaryHeading': 'Bestätige, dass du es bist',
  'email.primaryText': 'Gib den Code ein, den wir an deine aktuelle E-Mail {email} gesendet haben',
  'email.primaryCode': 'Code aus deiner aktuellen E-Mail',
  'email.secondaryHeading': 'Neue E-Mail bestätigen',
  'email.secondaryText': 'Gib den Code ein, den wir an {email} gesendet haben',
  'email.secondaryCode': 'Code aus deiner neuen E-Mail',
  'email.added': 'E-Mail-Adresse hinzugefügt',
  'email.changed': 'E-Mail geändert',
  'email.changeEnded': 'Zu viele falsche Codes, deshalb wurde nichts geändert. Beginne von vorn.',
  'email.tooNew':
    'Diese Wallet ist vor weniger als 24 Stunden zu dieser Adresse umgezogen. Neue Browser können sie ab {time} öffnen.',
  'approve.declinedTitle': 'Deine Wallet wartet',
  'approve.declinedText':
    'Du hast mehrere Anfragen dieser Website abgelehnt, deshalb nimmt deine Wallet kurz keine an. Versuche es in {time} noch einmal.',
  'approve.blockedTitle': 'Du hast diese Website gesperrt',
  'approve.blockedText':
    'Du hast gewählt, dass deine Wallet eine Stunde lang keine Anfragen dieser Website annimmt. Sie kann in {time} wieder fragen.',
  'approve.overTitle': 'Es geht weiter',
  'approve.overText': 'Die Website kann deine Wallet jetzt wieder fragen.',
  'approve.loading': 'Deine Wallet wird geöffnet',
  'approve.frame': 'Deine Wallet',
  'approve.askTitle': 'Schließen, während noch gesendet wird?',
  'approve.askText':
    'Du hast schon zugestimmt, deshalb kann es trotzdem im Netzwerk ankommen. Wenn du jetzt schließt, erfährt das die Website.',
  'approve.leave': 'Schließen',
  'approve.stay': 'Weiter warten',
};
