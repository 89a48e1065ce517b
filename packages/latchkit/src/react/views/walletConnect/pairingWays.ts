import {
  type LinkEnvironment,
  type WalletConnectLink,
  type WalletListing,
  walletConnectLinks,
} from '../../../core/index.js';

/** How a pairing is handed to a wallet: a code for the camera of a phone, or one of the wallet's links. */
export type PairingWay = 'code' | WalletConnectLink['kind'];

/** A link that only shows which ones a wallet has. */
const SAMPLE = 'wc:';

/**
 * The ways to a wallet from here, the best first; never empty. A phone follows links, and shows a code where there is none,
 * for a wallet on another device. A computer shows the code first, where the wallet has an app for phones or nothing else.
 *
 * @param listing undefined: any wallet.
 */
export function pairingWays(
  listing: WalletListing | undefined,
  environment: LinkEnvironment,
): readonly PairingWay[] {
  const links = walletConnectLinks(listing, SAMPLE, environment).map(({ kind }) => kind);
  if (environment.platform !== 'desktop') return links.length > 0 ? links : ['code'];
  return listing?.mobile_link || links.length === 0 ? ['code', ...links] : links;
}
