/** Metadata that a token reports. */
export interface TokenFacts {
  readonly name?: string | undefined;
  readonly symbol?: string | undefined;
  readonly decimals?: number | undefined;
  /** URL of an image. */
  readonly icon?: string | undefined;
  /** Set if the source knows. */
  readonly isSpam?: boolean | undefined;
}

/** A transfer of value. EVM addresses are in lower case. */
export interface Movement {
  readonly kind: 'native' | 'fungible' | 'nft';
  /** Empty if it is not known. */
  readonly from: string;
  readonly to: string;
  /** Amount in the smallest units. */
  readonly amount: bigint;
  /** What it showed, in the smallest units, if the token is scaled. */
  readonly shown?: bigint | undefined;
  /** Contract or mint; undefined for the native currency. */
  readonly token?: string | undefined;
  readonly tokenId?: string | undefined;
  /** Set for currency that a smart account sent along with the call of a contract. */
  readonly isCall?: boolean | undefined;
  readonly facts?: TokenFacts | undefined;
}

/** A transaction regardless of an account; {@link seenFrom} converts it to an account's point of view. */
export interface ChainTransaction {
  /** CAIP-2 id. */
  readonly chainId: string;
  readonly hash: string;
  readonly minedAt: Date;
  readonly status: 'confirmed' | 'failed' | 'pending';
  readonly from?: string | undefined;
  /** Undefined for the creation of a contract. */
  readonly to?: string | undefined;
  readonly nonce?: number | undefined;
  /** Selector of the called function; undefined for a plain transfer. */
  readonly selector?: string | undefined;
  readonly movements: readonly Movement[];
}
