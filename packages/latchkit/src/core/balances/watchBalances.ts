import { watchConnection } from '../connection/watchConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { refreshBalance } from './refreshBalance.js';
import { writeTokens } from './tokenRecord.js';

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
