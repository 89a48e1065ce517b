import type { buttonsEn } from '../en/buttons.js';
import type { Translation } from '../en/Translation.js';

/** German texts of the host buttons. */
export const buttonsDe: Translation<typeof buttonsEn> = {
  'button.connect': 'Wallet verbinden',
  'button.logIn': 'Einloggen',
  'button.connecting': 'Wird verbunden …',
  'button.reconnecting': 'Verbindung wird wiederhergestellt …',
  'button.loadFailed': 'Nicht geladen. Seite neu laden',
  'button.offline': 'Offline. Erneut versuchen',
  'button.account': 'Konto: {account}',
  'button.accountBalance': 'Konto: {balance}, {account}',
  'button.pending': '{account}, Zahlung ausstehend',
  'button.network': 'Netzwerk: {network}. Netzwerk wechseln',
  'button.selectNetwork': 'Netzwerk wählen',
  'button.unsupportedNetwork': 'Falsches Netzwerk',
};
