import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import type { Connector } from '../adapter/Connector.js';

/** The groups of the Connect list, in their order [VIEW-07]. */
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

/** One row of the wallet list: a wallet that can be connected here, or one that the visitor can get. */
export interface WalletItem {
  /** Unique in the list: the connector's id, else the listing's. */
  readonly id: string;
  readonly name: string;
  readonly group: WalletGroup;
  /** Address of the wallet's image, safe to show; undefined: draw a monogram. */
  readonly imageUrl?: string | undefined;
  /**
   * Present: picking the wallet connects it. Absent: picking it pairs by WalletConnect where `pairs` is set, else offers how
   * to get it.
   */
  readonly connector?: Connector | undefined;
  /** Reached by WalletConnect: show `ConnectingWalletConnect` with its id, and `connect` with it as `walletId`. */
  readonly pairs?: true | undefined;
  /** What the directory says of it. */
  readonly listing?: WalletListing | undefined;
  /** Found in this browser now. */
  readonly installed: boolean;
  /** Checked by the directory; never from what the wallet says of itself. */
  readonly certified: boolean;
}
