import { acceptIcon } from '../adapter/untrusted.js';
import type { LinkEnvironment } from '../wallets/walletLinks.js';
import type { WalletConnectPeer } from './WalletConnectConfig.js';
import type { WalletConnectWallet } from './walletConnectState.js';
import { isWalletLink } from './walletLinkRecord.js';

/**
 * A wallet's metadata for display. Shows only images embedded as data URLs: any other URL would contact a host that was not
 * configured.
 *
 * @param picked - The link of the wallet that was selected on this device, if any.
 */
export function walletShown(
  { name, icons, redirect }: WalletConnectPeer,
  picked: string | undefined,
  { platform, embedded }: LinkEnvironment,
): WalletConnectWallet {
  const links = [redirect?.universal, ...(embedded ? [] : [redirect?.native])].filter(isWalletLink);
  // A wallet that scanned a QR code from a computer is on another device.
  const own = platform === 'desktop' ? undefined : links[0];
  return { name, imageUrl: icons.map(acceptIcon).find(Boolean), href: own ?? picked };
}
