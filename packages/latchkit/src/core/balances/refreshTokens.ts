import type { ChainNamespace } from '../../protocol/caip.js';
import { reportError } from '../kernel/reportError.js';
import type { Latchkit } from '../Latchkit.js';

/** Namespaces for which services provide token balances. */
const SERVED: readonly ChainNamespace[] = ['eip155', 'solana'];

/** Whose tokens to read, and whether to skip the cache. */
export interface RefreshTokensOptions {
  /** Default: the active one. */
  readonly namespace?: ChainNamespace;
  /** Bypass the 30 s cache. Default false. */
  readonly force?: boolean;
}

/**
 * Reads the token balances of the active account into `namespaces[namespace].tokenBalance`: from the wallet if it offers them, else
 * from the gateway. A result is cached for 30 s; after a failure, the next attempt waits 30 s. Never rejects: a failure shows the
 * toast 'Token Balance Unavailable'. Without a gateway only the wallet is asked. Namespaces that no service supports are skipped.
 *
 * @example
 * await refreshTokens(kit);
 * const { tokenBalance } = kit.store.getState().namespaces.eip155 ?? {};
 */
export async function refreshTokens(kit: Latchkit, options: RefreshTokensOptions = {}): Promise<void> {
  const namespace = options.namespace ?? kit.store.getState().activeNamespace;
  const chain = kit.store.getState().namespaces[namespace];
  if (chain?.connection.status !== 'connected' || !SERVED.includes(namespace)) return;
  try {
    const { loadTokens } = await import('./loadTokens.js');
    if (!kit.kernel.signal.aborted) await loadTokens(kit, namespace, options);
  } catch (error) {
    reportError(kit, 'TOKENS', error);
  }
}
