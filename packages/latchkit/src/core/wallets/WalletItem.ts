import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import type { Connector } from '../adapter/Connector.js';

/** The groups of the Connect list, in display order. */
export const WALLET_GROUPS = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const;

export type WalletGroup = (typeof WALLET_GROUPS)[number];

/** One row of the wallet list: a wallet that can connect here, or one that the visitor can install. */
export interface WalletItem {
  /** Unique in the list: the connector's id, else the listing's. */
  readonly id: string;
  readonly name: string;
  readonly group: WalletGroup;
  /** URL of the wallet's image, safe to show; undefined: draw a monogram. */
  readonly imageUrl?: string | undefined;
  /**
   * Present: selecting the wallet connects it. Absent: selecting it pairs by WalletConnect if `pairs` is set, else offers to
   * install it.
   */
  readonly connector?: Connector | undefined;
  /** Connects by WalletConnect: show `ConnectingWalletConnect` with its id, and pass the id to `connect` as `walletId`. */
  readonly pairs?: true | undefined;
  /** Its entry in the directory. */
  readonly listing?: WalletListing | undefined;
  /** Detected in this browser. */
  readonly installed: boolean;
  /** Certified by the directory, never self-declared. */
  readonly certified: boolean;
}
