import type { Storage } from '../kernel/storage.js';

/** The link of the wallet that was picked for WalletConnect on this device. */
const KEY = 'latchkit.v1.wallet_connect_link';
const LONGEST = 1_024;

/** What a link may not be: whatever runs or shows something of the page's own. */
const RUNS = /^(?:javascript|data|blob|vbscript|file|about|http|view-source|intent):/i;

/** Whether a text is a link to an app or a page that may be opened. */
export function isWalletLink(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= LONGEST &&
    /^[a-z][a-z0-9+.-]*:\S*$/i.test(value) &&
    !RUNS.test(value)
  );
}

export function readWalletLink(storage: Storage): string | undefined {
  const value = storage.getItem(KEY);
  return isWalletLink(value) ? value : undefined;
}

/** Remembers a link; undefined forgets it. */
export function writeWalletLink(storage: Storage, href: string | undefined): void {
  if (isWalletLink(href)) storage.setItem(KEY, href);
  else storage.removeItem(KEY);
}
