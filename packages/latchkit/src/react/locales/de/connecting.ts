import type { connecting as english } from '../en/connecting.js';
import type { Translation } from '../en/Translation.js';

export const connecting: Translation<typeof english> = {
  'connecting.waitTitle': 'In {wallet} bestätigen',
  'connecting.waitText': 'Bestätige die Verbindung im Fenster von {wallet}, das sich gerade geöffnet hat.',
  'connecting.silentText':
    '{wallet} hat noch nicht geantwortet. Öffne die Wallet über die Symbolleiste deines Browsers und suche dort die Anfrage. Fehlt sie, öffne die Wallet erneut.',
  'connecting.openAgain': '{wallet} erneut öffnen',
  'connecting.declinedTitle': 'Anfrage abgelehnt',
  'connecting.declinedText': 'Du hast die Verbindung in {wallet} abgelehnt. Mit {dapp} wurde nichts geteilt.',
  'connecting.declinedTextPlain':
    'Du hast die Verbindung in {wallet} abgelehnt. Mit dieser Seite wurde nichts geteilt.',
  'connecting.failedTitle': 'Verbindung nicht möglich',
  'connecting.failedText':
    '{wallet} hat sich nicht verbunden. Prüfe, ob die Wallet entsperrt ist, und versuche es erneut.',
  'connecting.missingTitle': '{wallet} ist nicht da',
  'connecting.missingText':
    '{wallet} hat in diesem Browser nicht geantwortet. Schalte die Wallet ein und versuche es erneut.',
  'connecting.doneTitle': 'Verbunden',
  'connecting.doneText': 'Verbunden als {account}',
  'connecting.getTitle': '{wallet} holen',
  'connecting.getText':
    '{wallet} ist in diesem Browser nicht installiert. Füge die Wallet hinzu und lade diese Seite neu.',
  'connecting.appText': 'Öffne {wallet} und dann diese Seite im Browser der Wallet.',
  'connecting.phoneText':
    'Installiere {wallet} auf diesem Gerät und öffne diese Seite dann im Browser der Wallet.',
  'connecting.getTextNowhere':
    '{wallet} ist in diesem Browser nicht installiert. Wähle eine andere Wallet, um weiterzumachen.',
  'connecting.otherWallet': 'Andere Wallet wählen',
  'connecting.extension': 'Browser-Erweiterung',
  'connecting.extensionNote': 'Für diesen Browser',
  'connecting.appStore': 'App Store',
  'connecting.appStoreNote': 'Für iPhone und iPad',
  'connecting.playStore': 'Google Play',
  'connecting.playStoreNote': 'Für Android',
  'connecting.website': 'Website',
  'connecting.webapp': 'Web-App',
  'connecting.webappNote': 'Öffnet sich in einem neuen Tab',
  'connecting.ways': 'Wege zu {wallet}',
  'connecting.app': '{wallet} öffnen',
  'connecting.page': 'In {wallet} öffnen',
  'connecting.pageNote': 'Öffnet diese Seite dort',
  'connecting.pageText': 'Mach im Browser von {wallet} weiter, der diese Seite öffnet.',
  'connecting.browser': 'Adresse dieser Seite kopieren',
  'connecting.browserNote': 'Für deinen eigenen Browser',
  'connecting.browserText':
    'Der Browser dieser App kann {wallet} nicht öffnen. Öffne diese Seite in deinem eigenen Browser und verbinde dich dort.',
  'connecting.openTitle': 'Weiter in {wallet}',
  'connecting.appNote': 'Falls auf diesem Gerät',
};
