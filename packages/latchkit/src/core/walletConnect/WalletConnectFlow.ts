import type { OpenWalletOptions } from './openWallet.js';
import type { WalletConnectClient } from './WalletConnectConfig.js';

/** WalletConnect of an instance, made with its start where it is configured. */
export interface WalletConnectFlow {
  /** Loads the client. Repeated calls share one load. */
  client(): Promise<WalletConnectClient>;
  /** Pairs while Connect is shown, too; until the modal closes. */
  prepare(): void;
  /** Keeps a link fresh until it is stopped. */
  startPairing(): Promise<void>;
  stopPairing(): void;
  /** The link to follow now. */
  link(): string | undefined;
  /** Opens a wallet by its link, within the tap; answers the link. */
  open(options: OpenWalletOptions): string | undefined;
}
