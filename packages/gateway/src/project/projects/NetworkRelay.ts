/** The relay of the WalletConnect network, to which wallets from the stores listen. */
export interface NetworkRelay {
  /** `wss://…`; tokens are made for exactly this URL. */
  readonly url: string;
  /** The development project's id there; undefined: its pages don't use it. */
  readonly developmentId?: string | undefined;
}

/** The public relay (docs.walletconnect.com, read on 29 November 2026). */
export const NETWORK_RELAY: NetworkRelay = { url: 'wss://relay.walletconnect.org' };
