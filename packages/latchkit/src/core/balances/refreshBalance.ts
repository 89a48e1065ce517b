import type { ChainNamespace } from '../../protocol/caip.js';
import { withChain } from '../connection/chainState.js';
import type { Latchkit } from '../Latchkit.js';

/** Whose balance to read, and whether to skip the cache. */
export interface RefreshBalanceOptions {
  /** Default: the active one. */
  readonly namespace?: ChainNamespace;
  /** Bypass the 30 s cache. Default false. */
  readonly force?: boolean;
}

/**
 * Reads the native balance of the active account into the state; cached for 30 s. Never rejects: a balance that cannot be read
 * becomes '0.00' ETH, and `balanceError` says why.
 *
 * @example
 * await refreshBalance(kit, { force: true });
 * const { balance } = kit.store.getState().namespaces.eip155 ?? {};
 */
export async function refreshBalance(kit: Latchkit, options: RefreshBalanceOptions = {}): Promise<void> {
  const namespace = options.namespace ?? kit.store.getState().activeNamespace;
  const chain = kit.store.getState().namespaces[namespace];
  const adapter = kit.adapter(namespace);
  if (!adapter || chain?.connection.status !== 'connected' || chain.network.unsupported) return;
  const { caipAddress } = chain.account;
  // If the chunk fails to load, the next refresh retries.
  const loaded = await import('./readBalance.js').catch(() => undefined);
  if (!loaded || kit.kernel.signal.aborted) return;
  const { balance, symbol, error } = await loaded.readBalance(
    kit,
    adapter,
    chain.connection.accounts[0],
    chain.network,
    options,
  );
  kit.kernel.set(state => {
    const current = state.namespaces[namespace];
    if (!current || current.account.caipAddress !== caipAddress) return {};
    const next = { ...current, balance, balanceSymbol: symbol, balanceError: error };
    return withChain(state, namespace, next);
  });
}
