import type { network as english } from '../en/network.js';
import type { Translation } from '../en/Translation.js';

export const network: Translation<typeof english> = {
  'network.search': 'Netzwerke suchen',
  'network.list': 'Netzwerke',
  'network.current': 'Aktuelles Netzwerk',
  'network.confirm': 'In {wallet} bestätigen',
  'network.confirmPlain': 'In deiner Wallet bestätigen',
  'network.none': 'Kein Netzwerk passt zu „{query}“',
  'network.noneText': 'Prüfe die Schreibweise oder leere die Suche.',
  'network.unavailable': 'In {wallet} nicht verfügbar',
  'network.unavailableNote': '{wallet} kann dieses Netzwerk nicht nutzen',
  'network.unavailableList': 'Nicht verfügbare Netzwerke',
  'network.help': 'Was ist ein Netzwerk?',
  'network.results': { one: '{count} Netzwerk', other: '{count} Netzwerke' },
  'network.declined': 'Netzwerk nicht gewechselt. Du hast es in {wallet} abgelehnt.',
  'network.failed': 'Das Netzwerk ließ sich nicht wechseln. Versuche es in {wallet} erneut.',
  'network.suggested': 'Empfohlen',
  'unsupported.heading': '{dapp} gibt es auf {network} nicht',
  'unsupported.headingPlain': 'Diese Seite gibt es auf {network} nicht',
  'unsupported.unknown': 'diesem Netzwerk',
  'unsupported.text':
    'Deine Wallet nutzt ein Netzwerk, das diese Seite nicht unterstützt. Wähle eines, um fortzufahren.',
  'unsupported.list': 'Unterstützte Netzwerke',
};
