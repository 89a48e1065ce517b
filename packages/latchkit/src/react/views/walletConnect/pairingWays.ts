import type { WalletListing } from '../../../core/index.js';
import { type LinkEnvironment, type WalletConnectLink, walletConnectLinks } from '../../../internal/index.js';

/** How a pairing reaches a wallet: a code for a phone's camera, or one of the wallet's links. */
export type PairingWay = 'code' | WalletConnectLink['kind'];

/** A sample URI, used only to find out which links a wallet has. */
const SAMPLE = 'wc:';

/**
 * The ways to reach a wallet from here, best first. A phone opens links; it shows a code only for any wallet, on another
 * device, because it can't scan its own screen. Empty: no way, so the wallet isn't paired here. Desktop shows the code
 * first, if the wallet has an app for phones or nothing else.
 *
 * @param listing undefined: any wallet.
 */
export function pairingWays(
  listing: WalletListing | undefined,
  environment: LinkEnvironment,
): readonly PairingWay[] {
  const links = walletConnectLinks(listing, SAMPLE, environment).map(({ kind }) => kind);
  if (environment.platform !== 'desktop') return links.length > 0 || listing ? links : ['code'];
  return listing?.mobile_link || links.length === 0 ? ['code', ...links] : links;
}
