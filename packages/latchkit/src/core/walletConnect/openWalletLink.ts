import type { Storage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import { exposesKey, requestLink, walletConnectLinks } from '../wallets/walletConnectLinks.js';
import { linkEnvironment } from '../wallets/walletLinks.js';
import { walletItem } from '../wallets/walletList.js';
import { expose } from './exposedPairings.js';
import { isQuiet } from './isQuiet.js';
import type { OpenWalletOptions } from './pairing.js';
import { pairingStatus } from './transitionWalletConnect.js';

/**
 * Implements `openWallet`. Loads only if WalletConnect is configured.
 *
 * @param uri - The pairing link to pass; undefined while none is ready.
 */
export function openLink(
  kit: Latchkit,
  uri: string | undefined,
  { walletId, kind, whenReady = false }: OpenWalletOptions,
): string | undefined {
  const state = kit.store.getState();
  if (walletId === undefined) {
    const { wallet, requests } = state.walletConnect;
    if (!wallet?.href) return undefined;
    const request = requests.filter(({ method }) => !isQuiet(method)).at(-1);
    const href = request?.topic
      ? requestLink(wallet.href, { id: request.id, topic: request.topic })
      : wallet.href;
    openHref(href, /^https:/i.test(href) ? '_blank' : '_self');
    return href;
  }
  const item = walletItem(kit, state, walletId);
  if (!uri || !item) return undefined;
  if (whenReady && pairingStatus(state.walletConnect, item.listing?.relay) !== 'ready') return undefined;
  const environment = linkEnvironment();
  const linksOf = (one: string | undefined) =>
    walletConnectLinks(item.listing, one, environment).find(link => !kind || link.kind === kind);
  const link = linksOf(uri);
  if (!link) return undefined;
  // So that requests open the same wallet.
  writeWalletLink(kit.kernel.storage, linksOf(undefined)?.href);
  if (exposesKey(link)) expose(kit, uri);
  openHref(link.href, link.target);
  return link.href;
}

function openHref(href: string, target: '_self' | '_blank'): void {
  window.open(href, target, 'noreferrer,noopener');
}

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
