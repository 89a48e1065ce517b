import { isError } from 'latchkit';
import { parsePairingUri, type WalletClient } from 'latchkit/walletconnect';
import { reasonOf } from './answerPending.js';
import type { WalletStore } from './createWalletStore.js';

/** Milliseconds that a page has to send a proposal after its link was opened. */
const PAIRING_TIME = 30_000;

/** Opens a link. Returns an error text, or undefined: the page's proposal then becomes a pending request. */
export async function pairWith(
  client: WalletClient,
  store: WalletStore,
  uri: string,
): Promise<string | undefined> {
  try {
    const { topic } = parsePairingUri(uri);
    store.change({ pairing: topic, notice: undefined });
    await client.pair(uri);
    setTimeout(() => {
      if (store.passing().pairing !== topic) return;
      const text = 'The page asked for nothing. Copy a fresh link from it.';
      store.change({ pairing: undefined, notice: { tone: 'danger', text } });
    }, PAIRING_TIME);
    return undefined;
  } catch (error) {
    store.change({ pairing: undefined });
    return problemOf(error);
  }
}

function problemOf(error: unknown): string {
  if (isError(error, 'WC_INVALID_URI')) return 'That is not a WalletConnect link. They begin with “wc:”.';
  if (isError(error, 'WC_PAIRING_EXPIRED')) return 'This link has expired. Copy a fresh one from the page.';
  return `The link could not be followed. ${reasonOf(error)}`;
}
