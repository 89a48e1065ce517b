import type { ChainNamespace } from '../../protocol/caip.js';
import { lostCode } from '../adapter/lostCode.js';
import { withChain } from '../connection/chainState.js';
import { watchConnection } from '../connection/watchConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { writeTokens } from './tokenRecord.js';

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
  if (!adapter?.getBalance || chain?.connection.status !== 'connected' || chain.network.unsupported) return;
  const { caipAddress } = chain.account;
  // If the chunk fails to load, the next refresh retries.
  const loaded = await import('./readBalance.js').catch(cause => void lostCode(cause));
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

/**
 * Reads the balance whenever the active account or its network changes, and deletes an account's stored balances when its
 * connection ends.
 */
export function watchBalances(kit: Latchkit): void {
  watchConnection(kit, ({ type, namespace }) => {
    if (type === 'activeAccount') void refreshBalance(kit, { namespace });
    if (type === 'forgotten') writeTokens(kit.kernel.storage, undefined);
  });
  // The visitor may return from the wallet, so refresh the balance.
  const { signal } = kit.kernel;
  window.addEventListener(
    'focus',
    debounce(() => void refreshBalance(kit), { signal }),
    { signal },
  );
  window.addEventListener('online', () => void refreshBalance(kit, { force: true }), { signal });
}

/** Delay after the last trigger, in ms. */
const DEBOUNCE_MS = 500;

export interface DebounceOptions {
  /** Milliseconds after the last trigger. Default 500. */
  readonly wait?: number;
  /** Cancels a pending call. */
  readonly signal?: AbortSignal;
}

/** Returns a trigger that runs `action` once, after a delay without further triggers. */
export function debounce(action: () => void, options: DebounceOptions = {}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  options.signal?.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    clearTimeout(timer);
    if (!options.signal?.aborted) timer = setTimeout(action, options.wait ?? DEBOUNCE_MS);
  };
}
