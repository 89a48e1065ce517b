import type { CaipNetworkId } from 'latchkit/protocol';

/** A fungible token whose balance is read. */
export interface Token {
  readonly chainId: CaipNetworkId;
  /** EIP-55 address of the contract; on Solana the mint. */
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Of the operator's list; ours are served by the gateway. */
  readonly logo?: string;
}

/** The currency of a chain. */
export interface Currency {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** One token of an account, as the balance call answers it [ENT-12]. Prices are absent without a source. */
export interface HeldToken {
  readonly name: string;
  readonly symbol: string;
  /** CAIP-2 id. */
  readonly chainId: string;
  /** CAIP-10 id of the contract; absent for the chain's currency. */
  readonly address?: string;
  readonly value?: number;
  readonly price?: number;
  /** `numeric`: whole tokens as a decimal number. */
  readonly quantity: { readonly decimals: string; readonly numeric: string };
  readonly iconUrl?: string;
}
