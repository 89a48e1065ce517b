import type { social as english } from '../en/social.js';
import type { Translation } from '../en/Translation.js';

export const social: Translation<typeof english> = {
  'social.waitText': 'Schließe den Login im Fenster ab, das sich gerade geöffnet hat.',
  'social.again': 'Fenster erneut öffnen',
  'social.closed': 'Ich habe das Fenster geschlossen',
  'social.open': '{provider} öffnen',
  'social.here': 'In diesem Tab fortfahren',
  'farcaster.scan': 'Mit der Handykamera scannen',
  'farcaster.qr': 'QR-Code für den Login mit Farcaster. Oder kopiere unten den Link.',
  'farcaster.renewed': 'Der Code war abgelaufen. Das ist ein neuer.',
  'farcaster.openText': 'Bestätige den Login in der Farcaster-App und komm dann hierher zurück.',
  'social.leaveText': 'Diese Seite öffnet {provider} und kommt nach dem Login zurück.',
  'social.checking': 'Du wirst eingeloggt',
  'social.checkingText': 'Deine Wallet wird geöffnet. Das dauert einen Moment.',
  'social.blockedHeading': 'Das Fenster hat sich nicht geöffnet',
  'social.blockedText': 'Dein Browser hat es blockiert. Erlaube hier Popups und öffne es erneut.',
  'social.closedHeading': 'Das Fenster wurde geschlossen',
  'social.closedText': 'Der Login wurde nicht abgeschlossen. Es wurde nichts geteilt.',
  'social.refusedHeading': 'Login abgelehnt',
  'social.refusedText': 'Er wurde bei {provider} abgelehnt. Es wurde nichts geteilt.',
  'social.expiredHeading': 'Der Login ist abgelaufen',
  'social.expiredText': 'Er hat zu lange gedauert oder wurde anderswo neu begonnen. Versuche es erneut.',
  'social.unavailableHeading': '{provider} ist nicht erreichbar',
  'social.unavailableText': 'Versuche es später erneut oder logge dich anders ein.',
  'social.invalidHeading': 'Der Login hat nicht funktioniert',
  'social.invalidText': 'Die Antwort von {provider} ist unbrauchbar. Versuche es erneut.',
  'social.setupHeading': 'Dieser Login ist gerade nicht verfügbar',
  'social.setupText': '{provider} kann dich auf dieser Seite nicht einloggen. Logge dich anders ein.',
  'social.linkExpiredText': 'Links gelten 20 Minuten. Logge dich erneut ein, um einen neuen zu erhalten.',
  'social.tooNewHeading': 'In diesem Browser noch nicht',
  'social.tooNewText':
    'Neue Browser können diese Wallet mit diesem Login erst ab {time} öffnen: Er wurde vor weniger als 24 Stunden hinzugefügt, oder neue Browser müssen warten. Logge dich danach hier wieder ein.',
  'social.failedHeading': 'Login fehlgeschlagen',
  'social.failedText': 'Der Login hat nicht geklappt. Versuche es gleich noch einmal.',
  'social.notWorkingText':
    'Das Einloggen funktioniert auf dieser Seite gerade nicht. Versuche es später erneut.',
  'social.tooManyText': 'Zu viele Versuche. Warte einen Moment und versuche es erneut.',
  'social.waitedHeading': 'Die Wartezeit ist vorbei',
  'social.waitedText':
    'Logge dich noch einmal mit {provider} ein. Dann öffnet sich deine Wallet in diesem Browser.',
  'social.elsewhereHeading': 'In diesem Browser nicht bestätigt',
  'social.elsewhereText':
    'Dieser Browser konnte nicht zeigen, dass du dich hier eingeloggt hast. Logge dich per E-Mail ein oder öffne diese Seite in einem anderen Browser.',
  'social.knownDeviceHeading': 'Dieser Browser ist neu für deine Wallet',
  'social.knownDeviceText':
    'Auf dieser Seite öffnet {provider} deine Wallet nur in Browsern, in denen du sie schon benutzt hast. Logge dich anders ein.',
  'social.frozenHeading': 'Deine Wallet ist gesperrt',
  'social.frozenText':
    'Neue Browser können sie erst ab {time} öffnen. Logge dich danach hier wieder ein, oder sobald du die Sperre auf einem Gerät beendet hast, das du schon benutzt.',
  'social.otherBrowserText':
    '{provider} ist in einen anderen Browser zurückgekehrt, deshalb kann dieser den Login nicht abschließen. Versuche es noch einmal und bleib in diesem Browser.',
  'social.inAppNote':
    'In dieser App geht der Login mit {providers} nicht. Öffne diese Seite dafür in deinem Browser: im Menü der App oder unten.',
  'social.openOutside': 'Im Browser öffnen',
  'social.openOutsideFor': 'Im Browser öffnen: {provider}',
  'social.inAppHeading': 'Nicht im Browser dieser App',
  'social.inAppText':
    '{provider} meldet niemanden in einer anderen App an. Öffne diese Seite in deinem Browser oder melde dich anders an.',
};
