import type { CaipNetwork } from 'latchkit';
import type { Session, SessionNamespace, WalletClient } from 'latchkit/walletconnect';
import { type AccountKeys, addressOf } from './walletKeys.js';

/** Replaces the account in every connected page's session and emits the change. */
export function tellAccount(client: WalletClient, keys: AccountKeys): void {
  for (const { topic, namespaces } of client.sessions()) {
    const changed = Object.entries(namespaces).map(([kind, namespace]): [string, SessionNamespace] => {
      const { chains = [] } = namespace;
      return [kind, { ...namespace, accounts: chains.map(chain => `${chain}:${addressOf(keys, kind)}`) }];
    });
    // A closed page receives it later: the relay stores it for a day.
    client.update(topic, Object.fromEntries(changed)).catch(() => {});
    for (const [kind, { chains: [chain] = [], events }] of changed) {
      if (!chain || !events.includes('accountsChanged')) continue;
      const event = { name: 'accountsChanged', data: [addressOf(keys, kind)] };
      client.emit(topic, chain, event).catch(() => {});
    }
  }
}

/** Emits the network change to every page that may use the network. */
export function tellNetwork(client: WalletClient, { caipNetworkId, chainNamespace, id }: CaipNetwork): void {
  const follows = ({ namespaces }: Session) => {
    const namespace = namespaces[chainNamespace];
    return namespace?.chains?.includes(caipNetworkId) && namespace.events.includes('chainChanged');
  };
  for (const { topic } of client.sessions().filter(follows)) {
    client.emit(topic, caipNetworkId, { name: 'chainChanged', data: Number(id) }).catch(() => {});
  }
}
