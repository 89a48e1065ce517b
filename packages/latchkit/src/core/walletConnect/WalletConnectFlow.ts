import type { OpenWalletOptions } from './openWallet.js';
import type { WalletConnectClient } from './WalletConnectConfig.js';

/** WalletConnect of an instance, created on start if it is configured. */
export interface WalletConnectFlow {
  /** Loads the client. Repeated calls share one load. */
  client(): Promise<WalletConnectClient>;
  /** Also pairs while Connect is shown, until the modal closes. */
  prepare(): void;
  /** Keeps a pairing link valid until stopped. */
  startPairing(): Promise<void>;
  stopPairing(): void;
  /** The current pairing link. */
  link(): string | undefined;
  /** Opens a wallet by its link, synchronously in the tap; returns the link. */
  open(options: OpenWalletOptions): string | undefined;
}
