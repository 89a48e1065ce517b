import type { profile as english } from '../en/profile.js';
import type { Translation } from '../en/Translation.js';

export const profile: Translation<typeof english> = {
  'chain.ethereum': 'Ethereum-Netzwerke',
  'chain.networks': '{chain}-Netzwerke',
  'chain.choose': 'Wähle, wo du {wallet} verbindest',
  'chain.chooseText':
    '{wallet} funktioniert mit mehreren Arten von Netzwerken. Die anderen kannst du später hinzufügen.',
  'chain.chooseList': 'Arten von Netzwerken',
  'switchChain.connectTitle': 'Verbinde eine Wallet für {chain}',
  'switchChain.connectText':
    '{network} funktioniert mit {chain}-Wallets. Was du verbunden hast, bleibt verbunden.',
  'switchChain.connectTextPlain': 'Wähle eine Wallet für {chain}. Was du verbunden hast, bleibt verbunden.',
  'switchChain.readyTitle': 'Auf {chain} weitermachen?',
  'switchChain.readyText': 'Du bist dort mit {account} verbunden.',
  'switchChain.choose': 'Wallet wählen',
  'switchChain.chooseOther': 'Andere Wallet wählen',
  'switchChain.continue': 'Weiter mit {wallet}',
  'profile.pill': '{account}. Wallet wechseln',
  'profile.active': 'Aktive Wallet',
  'profile.email': 'E-Mail-Wallet',
  'profile.network': 'Netzwerk',
  'profile.accounts': 'Konten in {wallet}',
  'profile.useAccount': '{account} verwenden',
  'profile.connected': 'Verbunden',
  'profile.connectedOn': 'Verbunden auf {chain}',
  'profile.connectedList': 'Verbundene Wallets',
  'profile.inUse': 'In Verwendung',
  'profile.recent': 'Zuletzt verwendet',
  'profile.recentList': 'Zuletzt verwendete Wallets',
  'profile.reconnect': 'Neu verbinden',
  'profile.add': 'Wallet hinzufügen',
  'profile.disconnect': '{wallet} trennen',
  'profile.disconnectAll': 'Alle trennen',
  'profile.switched': 'Zu {wallet} gewechselt',
  'profile.switchFailed': 'Der Wechsel zu {wallet} hat nicht geklappt. Versuche es erneut.',
  'profile.disconnected': '{wallet} getrennt',
};
