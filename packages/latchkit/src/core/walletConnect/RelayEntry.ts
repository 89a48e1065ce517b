/** A relay of a page or a wallet. */
export interface RelayEntry {
  /** For example `wss://relay.walletconnect.org`; the relay's tokens are made for exactly this URL. */
  readonly url: string;
  /**
   * Your id at this relay. Absent: the relay of your own gateway, which gets the client's own `projectId`. No other relay ever
   * gets that one.
   */
  readonly projectId?: string | undefined;
}

/** Who runs a relay: `gateway`, you; `network`, the WalletConnect network, to which the wallets from the stores listen. */
export type RelayKind = 'gateway' | 'network';
