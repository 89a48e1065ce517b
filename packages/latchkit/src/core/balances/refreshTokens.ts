import type { ChainNamespace } from '../../protocol/caip.js';
import { reportError } from '../kernel/reportError.js';
import type { Latchkit } from '../Latchkit.js';

/** Namespaces whose token balances services know [LIM-15]. */
const SERVED: readonly ChainNamespace[] = ['eip155', 'solana'];

export interface RefreshTokensOptions {
  /** Default: the active one. */
  readonly namespace?: ChainNamespace;
  /** Read anew even when balances younger than 30 s are known. Default false. */
  readonly force?: boolean;
}

/**
 * Reads the token balances of the active account into `chains[namespace].tokenBalance`: from the wallet where it offers
 * them [CALL-45], else from the gateway [CALL-19]. An answer is kept for 30 s [TIME-04], and after a failure 30 s pass
 * before the next attempt [TIME-07]. Never rejects: a failure shows the toast 'Token Balance Unavailable' [ERR-01].
 * Without a gateway only the wallet is asked; nobody is on namespaces that no service knows [LIM-15].
 */
export async function refreshTokens(kit: Latchkit, options: RefreshTokensOptions = {}): Promise<void> {
  const namespace = options.namespace ?? kit.store.getState().activeNamespace;
  const chain = kit.store.getState().chains[namespace];
  if (chain?.connection.status !== 'connected' || !SERVED.includes(namespace)) return;
  try {
    const { loadTokens } = await import('./loadTokens.js');
    if (!kit.kernel.signal.aborted) await loadTokens(kit, namespace, options);
  } catch (error) {
    reportError(kit, 'TOKENS', error);
  }
}
