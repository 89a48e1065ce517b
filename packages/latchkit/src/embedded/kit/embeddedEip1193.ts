import { isRecord } from '../../core/adapter/untrusted.js';
import type { EmbeddedProvider, ProviderRequest } from '../provider/createEmbeddedProvider.js';
import type { UserSession } from './createUserSession.js';

/** The embedded wallet on EVM, as a wallet of the page would be. */
export type EmbeddedEip1193 = Pick<EmbeddedProvider, 'request' | 'on' | 'removeListener'>;

/**
 * What adapters ask: who is connected, and on which chain, is known here, and no message crosses for it; a page that gives its
 * permission back (EIP-2255) signs the visitor out.
 */
export function embeddedEip1193(provider: EmbeddedProvider, session: UserSession): EmbeddedEip1193 {
  return {
    on: provider.on,
    removeListener: provider.removeListener,
    async request(request) {
      const { method } = request;
      if (method === 'eth_accounts') return session.addresses('eip155');
      if (method === 'eth_chainId') return `0x${Number(session.chainOf('eip155').slice(7)).toString(16)}`;
      if (method !== 'wallet_revokePermissions' || !isOwnPermission(request))
        return provider.request(request);
      await session.end();
      return null;
    },
  };
}

/** The permission to read accounts, and none that the visitor granted at the wallet page. */
function isOwnPermission({ params }: ProviderRequest): boolean {
  const [first] = Array.isArray(params) ? (params as readonly unknown[]) : [];
  return isRecord(first) && 'eth_accounts' in first;
}
