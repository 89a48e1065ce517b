import type { WalletConnectConfig } from '../core/contracts/WalletConnect.js';
import { storageOf } from './kit/storageOf.js';
import type { WalletConnectOptions } from './kit/WalletConnectOptions.js';

/**
 * WalletConnect for `createLatchkit`: wallets on phones and on other devices, for every kind of chain at once. A host's first
 * chunk carries only what is in this file; the client loads on intent, or where an earlier visit left a session.
 *
 * @example
 * createLatchkit({ gateway, projectId, networks: [mainnet], adapters: [evm()], walletConnect: walletConnect() });
 * @see https://specs.walletconnect.com/2.0
 */
export function walletConnect(options: WalletConnectOptions = {}): WalletConnectConfig {
  return {
    isAwaited: storage => {
      const stored = storageOf(options, storage);
      return ['sessions', 'proposals'].some(name => stored.getItem(`latchkit.wc.v1.${name}`));
    },
    attach: async host => (await import('./kit/createClient.js')).createClient(host, options),
  };
}
