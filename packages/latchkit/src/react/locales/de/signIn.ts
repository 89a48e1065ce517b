import type { signIn as english } from '../en/signIn.js';
import type { Translation } from '../en/Translation.js';

export const signIn: Translation<typeof english> = {
  'signIn.parties': '{dapp} und deine Wallet',
  'signIn.partiesPlain': 'Diese Seite und deine Wallet',
  'signIn.thisSite': 'diese Seite',
  'signIn.sign': 'Signieren',
  'signIn.cancel': 'Abbrechen',
  'signIn.waiting': 'Warten',
  'signIn.message': 'Nachricht',
  'signIn.messageText': 'Text der Nachricht',
  'signIn.readyTitle': 'Zeige, dass es deine Wallet ist',
  'signIn.readyText':
    'Signiere eine Nachricht, damit {dapp} weiß, dass {account} dir gehört. Das ist kostenlos und bewegt kein Guthaben.',
  'signIn.waitTitle': 'In {wallet} bestätigen',
  'signIn.waitText':
    'Bestätige die Nachricht im Fenster von {wallet}. Das ist kostenlos und bewegt kein Guthaben.',
  'signIn.authenticating': 'Authentifizierung...',
  'signIn.authenticatingText': 'Deine Signatur wird für {dapp} geprüft.',
  'signIn.declinedTitle': 'Nicht signiert',
  'signIn.declinedText':
    'Du hast die Nachricht in {wallet} abgelehnt. Signiere sie, um mit {dapp} fortzufahren, oder brich ab.',
  'signIn.failedTitle': 'Anmeldung fehlgeschlagen',
  'signIn.failedText':
    'Deine Signatur konnte nicht geprüft werden. Es wurde nichts gesendet oder bezahlt. Versuche es erneut.',
  'signIn.smartTitle': 'Dein Konto wurde nicht erkannt',
  'signIn.smartText':
    'Die Signatur deines Smart Accounts ließ sich für {dapp} nicht prüfen. Versuche es erneut oder nutze eine andere Wallet.',
  'signIn.expiredTitle': 'Du wurdest abgemeldet',
  'signIn.expiredText':
    'Deine Sitzung bei {dapp} ist abgelaufen. Signiere erneut, um als {account} fortzufahren.',
  'signIn.leavingTitle': 'Es geht zurück',
  'signIn.leavingText':
    '{wallet} bittet dich vielleicht, das Netzwerk zu wechseln. Brich erneut ab, um die Verbindung zu trennen.',
  'signIn.declined': 'Signatur abgelehnt',
  'signIn.smartAccount': 'Diese Anwendung unterstützt Smart Accounts möglicherweise nicht',
};
