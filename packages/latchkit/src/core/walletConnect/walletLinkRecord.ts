import type { Storage } from '../kernel/storage.js';

/** The link of the WalletConnect wallet that was selected on this device. */
const KEY = 'latchkit.v1.wallet_connect_link';
const LONGEST = 1_024;

/** Disallowed schemes: those that run code or show content of the page. */
const RUNS = /^(?:javascript|data|blob|vbscript|file|about|http|view-source|intent):/i;

/** Whether a text is a safe link to an app or a page. */
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

/** Stores a link; undefined removes it. */
export function writeWalletLink(storage: Storage, href: string | undefined): void {
  if (isWalletLink(href)) storage.setItem(KEY, href);
  else storage.removeItem(KEY);
}
