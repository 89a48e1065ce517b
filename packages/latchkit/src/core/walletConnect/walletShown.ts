import { acceptIcon } from '../adapter/acceptIcon.js';
import type { LinkEnvironment } from '../wallets/linkEnvironment.js';
import type { WalletConnectPeer } from './WalletConnectConfig.js';
import type { WalletConnectWallet } from './walletConnectState.js';
import { isWalletLink } from './walletLinkRecord.js';

/**
 * A wallet as it is shown, out of what it says of itself. Only pictures that come with its words: any other address would
 * contact a host that nobody configured.
 *
 * @param picked the link of the wallet that was picked on this device, where one was.
 */
export function walletShown(
  { name, icons, redirect }: WalletConnectPeer,
  picked: string | undefined,
  { platform, embedded }: LinkEnvironment,
): WalletConnectWallet {
  const links = [redirect?.universal, ...(embedded ? [] : [redirect?.native])].filter(isWalletLink);
  // What was connected from a computer by its camera is on another device.
  const own = platform === 'desktop' ? undefined : links[0];
  return { name, imageUrl: icons.map(acceptIcon).find(Boolean), href: own ?? picked };
}
