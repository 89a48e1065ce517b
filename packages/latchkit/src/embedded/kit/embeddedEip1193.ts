import { isRecord } from '../../core/adapter/untrusted.js';
import type { EmbeddedProvider, ProviderRequest } from '../provider/createEmbeddedProvider.js';
import type { UserSession } from './createUserSession.js';

/** The embedded wallet on EVM, with the interface of an injected wallet. */
export type EmbeddedEip1193 = Pick<EmbeddedProvider, 'request' | 'on' | 'removeListener'>;

/**
 * The provider for adapters: accounts and chain are known here and need no message to the wallet page. Revoking the
 * page's permission (EIP-2255) signs the visitor out.
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

/** Whether only the permission to read accounts is revoked, not one that the visitor granted at the wallet page. */
function isOwnPermission({ params }: ProviderRequest): boolean {
  const [first] = Array.isArray(params) ? (params as readonly unknown[]) : [];
  return isRecord(first) && 'eth_accounts' in first;
}
