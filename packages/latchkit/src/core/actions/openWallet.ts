import { walletItem } from '../connectors/walletList.js';
import type { Latchkit } from '../Latchkit.js';
import { linkEnvironment } from '../walletconnect/linkEnvironment.js';
import { type WalletConnectLink, walletConnectLinks } from '../walletconnect/walletConnectLinks.js';

export interface OpenWalletOptions {
  /** The wallet of the list or the directory to hand the pairing to. Default: the connected one, for a request that waits. */
  readonly walletId?: string;
  /** Which of its links. Default: the best for this device. */
  readonly kind?: WalletConnectLink['kind'];
}

/**
 * Opens a wallet's app or web app by its link: while pairing with the pairing link in it, else for the requests that wait
 * there. To be called in the tap itself: nothing is waited for. The link is remembered, so that requests lead to the same
 * wallet. Answers the link that was opened; undefined: none leads there from here, show the QR code.
 */
export function openWallet(kit: Latchkit, { walletId, kind }: OpenWalletOptions = {}): string | undefined {
  const { kernel, store } = kit;
  const state = store.getState();
  if (walletId === undefined) {
    const { href } = state.walletConnect.wallet ?? {};
    if (href) window.open(href, /^https:/i.test(href) ? '_blank' : '_self', 'noreferrer,noopener');
    return href;
  }
  const uri = kernel.walletConnect?.link();
  const listing = walletItem(kit, state, walletId)?.listing;
  if (!uri || !listing) return undefined;
  const environment = linkEnvironment();
  const linksOf = (one: string | undefined) =>
    walletConnectLinks(listing, one, environment).find(link => !kind || link.kind === kind);
  const link = linksOf(uri);
  if (!link) return undefined;
  kernel.walletConnect?.choose(linksOf(undefined)?.href);
  window.open(link.href, link.target, 'noreferrer,noopener');
  return link.href;
}
