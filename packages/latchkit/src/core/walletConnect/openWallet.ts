import type { Latchkit } from '../Latchkit.js';
import type { WalletConnectLink } from '../wallets/walletLinks.js';

import { walletConnectFlow } from './pairing.js';

export interface OpenWalletOptions {
  /**
   * The wallet of the list or the directory that gets the pairing; with WalletConnect's own entry, any wallet, which only Android
   * can choose. Default: the connected wallet, for a pending request.
   */
  readonly walletId?: string;
  /** Which of its links. Default: the best for this device. */
  readonly kind?: WalletConnectLink['kind'];
}

/**
 * Opens a wallet's app or web app by its link: with the pairing link while pairing, else for pending requests. Call it
 * synchronously in the tap. The link is stored, so that requests open the same wallet. Returns the opened link; undefined: no
 * link works here, show the QR code.
 */
export function openWallet(kit: Latchkit, options: OpenWalletOptions = {}): string | undefined {
  return walletConnectFlow.get(kit)?.open(options);
}
