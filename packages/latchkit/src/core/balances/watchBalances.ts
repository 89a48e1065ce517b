import { watchConnection } from '../connection/watchConnection.js';
import type { Latchkit } from '../Latchkit.js';
import { debounce } from './debounce.js';
import { refreshBalance } from './refreshBalance.js';
import { writeTokens } from './tokenRecord.js';

/**
 * Reads the balance whenever the active account or its network changes, and forgets what is stored of an account whose
 * connection ends.
 */
export function watchBalances(kit: Latchkit): void {
  watchConnection(kit, ({ type, namespace }) => {
    if (type === 'activeAccount') void refreshBalance(kit, { namespace });
    if (type === 'forgotten') writeTokens(kit.kernel.storage, undefined);
  });
  // A visitor who comes back to the page, perhaps from the wallet, sees the balance as it is now.
  const { signal } = kit.kernel;
  window.addEventListener(
    'focus',
    debounce(() => void refreshBalance(kit), { signal }),
    { signal },
  );
}
