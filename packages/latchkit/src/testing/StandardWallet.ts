/**
 * A wallet as it registers in a page, and one of its accounts.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 */
export interface StandardWallet {
  readonly version: '1.0.0';
  readonly name: string;
  readonly icon: `data:image/svg+xml;base64,${string}`;
  readonly chains: readonly `solana:${string}`[];
  readonly features: Readonly<Record<`${string}:${string}`, unknown>>;
  readonly accounts: readonly StandardAccount[];
}

export interface StandardAccount {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly chains: readonly `solana:${string}`[];
  readonly features: readonly `${string}:${string}`[];
}

/** A wallet's change event. */
export interface WalletChange {
  readonly accounts?: readonly StandardAccount[];
  readonly chains?: readonly `solana:${string}`[];
  readonly features?: StandardWallet['features'];
}
