import type { ChainId } from 'latchkit/protocol';

/** A fungible token whose balance is read. */
export interface Token {
  readonly chainId: ChainId;
  /** EIP-55 address of the contract; on Solana the address of the mint. */
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** URL from the operator's list; the gateway serves the images of built-in tokens. */
  readonly logo?: string;
}

/** The native currency of a chain. */
export interface Currency {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** One token balance of an account, as in the response of the balance call. Prices are absent without a source. */
export interface HeldToken {
  readonly name: string;
  readonly symbol: string;
  /** CAIP-2 id. */
  readonly chainId: string;
  /** CAIP-10 id of the contract; absent for the native currency. */
  readonly address?: string;
  readonly value?: number;
  readonly price?: number;
  /** `numeric`: amount in whole tokens, as a decimal number. */
  readonly quantity: { readonly decimals: string; readonly numeric: string };
  /** What a scaled token shows instead: its amount in whole tokens, by which factor, and on Solana of which slot. */
  readonly shown?: { readonly amount: string; readonly factor: string; readonly slot?: number };
  readonly iconUrl?: string;
}
