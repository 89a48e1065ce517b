import { AUTH_ID, AUTH_NAMESPACES } from '../core/adapter/Connector.js';
import type { EmbeddedWalletConfig } from '../core/embeddedWallet/EmbeddedWalletConfig.js';
import { getEmbeddedWallet } from '../core/embeddedWallet/getEmbeddedWallet.js';
import { readLogin } from '../core/embeddedWallet/loginRecords.js';
import type { Latchkit } from '../core/Latchkit.js';
import type { EmbeddedWalletOptions } from './EmbeddedWalletOptions.js';
import { readResultUri } from './readResultUri.js';

/**
 * Email and social login for `createLatchkit`, with an embedded wallet on Ethereum and Solana. A host's first chunk contains only this
 * file; the rest loads on intent, or when a stored login is restored.
 *
 * @example
 * createLatchkit({
 *   gateway, projectId, networks: [mainnet], adapters: [evm()],
 *   embeddedWallet: embeddedWallet({ wallet: 'https://wallet.example' }),
 * });
 */
export function embeddedWallet(options: EmbeddedWalletOptions): EmbeddedWalletConfig {
  const follow = async (kit: Latchkit) =>
    (await import('./kit/followEmbeddedWallet.js')).followEmbeddedWallet(kit, options);
  const isAwaited = (kit: Latchkit) => {
    const { features } = kit.store.getState();
    const isLoggedIn = kit.options.reconnect !== false && readLogin(kit.kernel.storage, features);
    return isLoggedIn || (features.socials !== false && readResultUri(options.wallet) !== undefined);
  };
  return {
    follow,
    isAwaited,
    resume(kit) {
      // After a failed load, the next use tries again.
      if (isAwaited(kit)) follow(kit).catch(() => {});
    },
    access(namespace, kit) {
      if (!AUTH_NAMESPACES.includes(namespace)) return undefined;
      const wallet = async () => (await getEmbeddedWallet(kit)).wallet(namespace);
      return {
        connector: { id: AUTH_ID, name: 'Email', type: 'AUTH', chain: namespace, chains: [] },
        provider: async () => (await wallet()).provider(),
        connect: async request => (await wallet()).connect(request),
        restore: async request => (await wallet()).restore(request),
        disconnect: async () => (await wallet()).disconnect(),
      };
    },
  };
}
