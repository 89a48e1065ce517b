import { watchConnection } from '../connection/watchConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { debounce } from './debounce.js';
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
