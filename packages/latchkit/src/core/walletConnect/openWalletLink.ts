import type { Latchkit } from '../Latchkit.js';
import { linkEnvironment, walletConnectLinks } from '../wallets/walletLinks.js';
import { walletItem } from '../wallets/walletList.js';
import type { OpenWalletOptions } from './openWallet.js';
import { writeWalletLink } from './walletLinkRecord.js';

/**
 * Implements `openWallet`. Loads only if WalletConnect is configured.
 *
 * @param uri - The pairing link to pass; undefined while none is ready.
 */
export function openLink(
  kit: Latchkit,
  uri: string | undefined,
  { walletId, kind }: OpenWalletOptions,
): string | undefined {
  const state = kit.store.getState();
  if (walletId === undefined) {
    const { href } = state.walletConnect.wallet ?? {};
    if (href) openHref(href, /^https:/i.test(href) ? '_blank' : '_self');
    return href;
  }
  const item = walletItem(kit, state, walletId);
  if (!uri || !item) return undefined;
  const environment = linkEnvironment();
  const linksOf = (one: string | undefined) =>
    walletConnectLinks(item.listing, one, environment).find(link => !kind || link.kind === kind);
  const link = linksOf(uri);
  if (!link) return undefined;
  // So that requests open the same wallet.
  writeWalletLink(kit.kernel.storage, linksOf(undefined)?.href);
  openHref(link.href, link.target);
  return link.href;
}

function openHref(href: string, target: '_self' | '_blank'): void {
  window.open(href, target, 'noreferrer,noopener');
}
