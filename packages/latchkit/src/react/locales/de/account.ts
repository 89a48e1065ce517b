import type { account as english } from '../en/account.js';
import type { Translation } from '../en/Translation.js';

export const account: Translation<typeof english> = {
  'action.copyAddress': 'Adresse kopieren',
  'action.addressCopied': 'Adresse kopiert',
  'action.disconnect': 'Trennen',
  'action.logOut': 'Ausloggen',
  'account.addEmail': 'E-Mail-Adresse hinzufügen',
  'account.changeEmail': 'E-Mail ändern',
  'toast.copyFailed': 'Kopieren ging nicht. Markiere die Adresse und kopiere sie von Hand.',
  'toast.linkCopied': 'Link kopiert',
  'account.balance': 'Guthaben',
  'account.balanceLoading': 'Dein Guthaben wird geladen',
  'account.balanceError': 'Guthaben konnte nicht geladen werden. Es ist davon nicht betroffen.',
  'account.onNetwork': 'Auf {network}',
  'account.actions': 'Aktionen',
  'account.receive': 'Empfangen',
  'account.send': 'Senden',
  'account.network': 'Netzwerk: {network}. Netzwerk wechseln',
  'account.networkUnsupported': 'Nicht unterstütztes Netzwerk: {network}. Netzwerk wechseln',
  'account.explorer': 'Auf {explorer} ansehen',
  'account.manage': 'Wallet verwalten',
  'account.manageFailed':
    'Deine Wallet konnte nicht geöffnet werden. Prüfe deine Verbindung und ob Pop-ups erlaubt sind und versuche es erneut.',
  'account.manageFrozen': 'Deine Wallet ist eingefroren und lässt sich gerade nirgends neu öffnen.',
  'account.explorerPlain': 'Im Block-Explorer ansehen',
  'account.tokens': 'Token',
  'account.tokensLoading': 'Deine Token werden geladen',
  'account.tokensEmpty': 'Noch keine Token auf {network}',
  'account.tokensEmptyText': 'Token, die bei deiner Adresse ankommen, stehen hier.',
  'account.tokensError': 'Deine Token wurden nicht geladen. Sie sind nicht betroffen.',
  'account.tokensWait': 'Noch nicht verfügbar. Versuche es in einer halben Minute erneut.',
};
