import type { Translation } from '../en/Translation.js';
import type { titles as english } from '../en/titles.js';

export const titles: Translation<typeof english> = {
  'account.title': 'Konto',
  'activity.title': 'Aktivität',
  'network.title': 'Netzwerk wechseln',
  'network.chooseTitle': 'Netzwerk wählen',
  'unsupported.title': 'Netzwerk wechseln',
  'profile.title': 'Wallets',
  'pair.anyWallet': 'WalletConnect',
  'switchChain.title': 'Zu {chain} wechseln',
  'chain.eip155': 'Ethereum',
  'chain.solana': 'Solana',
  'chain.bip122': 'Bitcoin',
  'chain.polkadot': 'Polkadot',
  'signIn.title': 'Anmelden',
  'send.title': 'Senden',
  'send.tokensTitle': 'Token wählen',
  'send.reviewTitle': 'Prüfen',
  'transaction.title': 'Transaktion',
  'receive.title': 'Empfangen',
  'wallet.title': 'Was ist eine Wallet?',
  'networks.title': 'Was ist ein Netzwerk?',
  'email.title': 'Einloggen',
  'email.deviceTitle': 'Neues Gerät',
  'email.changeTitle': 'E-Mail ändern',
  'approve.title': 'Anfrage prüfen',
};
