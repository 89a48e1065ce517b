import type { Storage } from '../core/kernel/storage.js';
import type { WalletConnectConfig, WalletConnectHost } from '../core/walletConnect/WalletConnectConfig.js';
import { currentPlatform } from '../core/wallets/walletLinks.js';
import { checkRelays } from './kit/checkRelays.js';
import { reachesOf } from './kit/reachesOf.js';
import { storageOf } from './kit/storageOf.js';
import type { WalletConnectOptions } from './kit/WalletConnectOptions.js';

/**
 * WalletConnect for `createLatchkit`: wallets on phones and other devices, for all namespaces. A host's first chunk
 * contains only this file; the client loads on intent, or when a stored session is restored.
 *
 * @example
 * createLatchkit({ gateway, projectId, networks: [mainnet], adapters: [evm()], walletConnect: walletConnect() });
 * @see https://specs.walletconnect.com/2.0
 */
export function walletConnect(options: WalletConnectOptions = {}): WalletConnectConfig {
  const isAwaited = (storage: Storage) => {
    const stored = storageOf(options, storage);
    return ['sessions', 'proposals'].some(name => stored.getItem(`latchkit.wc.v1.${name}`));
  };
  const load = async () => {
    const { createClient } = await import('./kit/createClient.js');
    return (host: WalletConnectHost) => createClient(host, options);
  };
  return {
    check: gateway => checkRelays(options, gateway),
    missing: gateway =>
      gateway || options.relayUrl || options.relays
        ? undefined
        : 'There is no relay. Pass gateway to createLatchkit, or relays to walletConnect().',
    isAwaited,
    startView: () => (currentPlatform() === 'mobile' ? 'AllWallets' : 'ConnectingWalletConnectBasic'),
    follow: async kit => {
      const { followWalletConnect } = await import('../core/walletConnect/followWalletConnect.js');
      return followWalletConnect(kit, { isAwaited, load, reaches: () => reachesOf(options) });
    },
  };
}
