import type { CaipNetwork } from 'latchkit';
import type { Session, SessionNamespace, WalletClient } from 'latchkit/walletconnect';
import { type AccountKeys, addressOf } from './walletKeys.js';

/** Gives every connected page the new account in the place of the old one, and tells it. */
export function tellAccount(client: WalletClient, keys: AccountKeys): void {
  for (const { topic, namespaces } of client.sessions()) {
    const changed = Object.entries(namespaces).map(([kind, namespace]): [string, SessionNamespace] => {
      const { chains = [] } = namespace;
      return [kind, { ...namespace, accounts: chains.map(chain => `${chain}:${addressOf(keys, kind)}`) }];
    });
    // A page that is closed gets it when it comes back: the relay keeps it for a day.
    client.update(topic, Object.fromEntries(changed)).catch(() => {});
    for (const [kind, { chains: [chain] = [], events }] of changed) {
      if (!chain || !events.includes('accountsChanged')) continue;
      const event = { name: 'accountsChanged', data: [addressOf(keys, kind)] };
      client.emit(topic, chain, event).catch(() => {});
    }
  }
}

/** Tells every page that may use the network that the visitor is on it now. */
export function tellNetwork(client: WalletClient, { caipNetworkId, chainNamespace, id }: CaipNetwork): void {
  const follows = ({ namespaces }: Session) => {
    const namespace = namespaces[chainNamespace];
    return namespace?.chains?.includes(caipNetworkId) && namespace.events.includes('chainChanged');
  };
  for (const { topic } of client.sessions().filter(follows)) {
    client.emit(topic, caipNetworkId, { name: 'chainChanged', data: Number(id) }).catch(() => {});
  }
}
