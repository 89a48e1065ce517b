/** What a token says of itself. */
export interface TokenFacts {
  readonly name?: string | undefined;
  readonly symbol?: string | undefined;
  readonly decimals?: number | undefined;
  /** Address of a picture. */
  readonly icon?: string | undefined;
  /** Where a source knows. */
  readonly isSpam?: boolean | undefined;
}

/** Value that moved. Addresses of EVM are in small letters. */
export interface Movement {
  readonly kind: 'native' | 'fungible' | 'nft';
  readonly from: string;
  readonly to: string;
  /** In the smallest units. */
  readonly amount: bigint;
  /** Contract or mint; undefined for the chain's currency. */
  readonly token?: string | undefined;
  readonly tokenId?: string | undefined;
  readonly facts?: TokenFacts | undefined;
}

/** A transaction as it is for everybody; {@link seenFrom} says what it means to an account. */
export interface ChainTransaction {
  /** CAIP-2. */
  readonly chainId: string;
  readonly hash: string;
  readonly minedAt: Date;
  readonly status: 'confirmed' | 'failed' | 'pending';
  readonly from?: string | undefined;
  /** Undefined: it made a contract. */
  readonly to?: string | undefined;
  readonly nonce?: number | undefined;
  /** Selector of the function that was called; undefined: plain value. */
  readonly selector?: string | undefined;
  readonly movements: readonly Movement[];
}
