import type { Latchkit } from '../Latchkit.js';
import type { WalletConnectLink } from '../wallets/walletConnectLinks.js';

import { walletConnectFlow } from './pairing.js';

export interface OpenWalletOptions {
  /**
   * The wallet of the list or the directory to hand the pairing to; WalletConnect's own entry: any wallet, which only Android
   * can choose. Default: the connected one, for a request that waits.
   */
  readonly walletId?: string;
  /** Which of its links. Default: the best for this device. */
  readonly kind?: WalletConnectLink['kind'];
}

/**
 * Opens a wallet's app or web app by its link: while pairing with the pairing link in it, else for the requests that wait
 * there. To be called in the tap itself: nothing is waited for. The link is remembered, so that requests lead to the same
 * wallet. Answers the link that was opened; undefined: none leads there from here, show the QR code.
 */
export function openWallet(kit: Latchkit, options: OpenWalletOptions = {}): string | undefined {
  return walletConnectFlow.get(kit)?.open(options);
}
