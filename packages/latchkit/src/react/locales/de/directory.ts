import type { directory as english } from '../en/directory.js';
import type { Translation } from '../en/Translation.js';

export const directory: Translation<typeof english> = {
  'action.clearSearch': 'Suche leeren',
  'directory.search': 'Wallets suchen',
  'directory.list': 'Wallets',
  'directory.certifiedOnly': 'Nur zertifizierte',
  'directory.loading': 'Wallets werden geladen',
  'directory.results': { one: '{count} Wallet', other: '{count} Wallets' },
  'directory.none': 'Keine Wallet passt zu „{query}“',
  'directory.noneText': 'Prüfe die Schreibweise oder leere die Suche.',
  'directory.anyByQr': 'Beliebige Wallet per QR-Code verbinden',
  'directory.noneCertified': 'Keine zertifizierte Wallet passt zu „{query}“',
  'directory.noneCertifiedText':
    'Prüfe die Schreibweise oder zeige auch Wallets, die noch nicht zertifiziert sind.',
  'directory.showAll': 'Alle Treffer zeigen',
  'directory.empty': 'Keine Wallets vorhanden',
  'directory.emptyText': 'Keine der gelisteten Wallets passt zu dieser Seite.',
  'directory.errorTitle': 'Die Wallets wurden nicht geladen',
  'directory.errorText': 'Die Liste ist gerade nicht verfügbar. Versuche es gleich noch einmal.',
  'directory.moreError': 'Weitere Wallets wurden nicht geladen.',
};
