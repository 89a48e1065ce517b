import type { CaipAddress, ChainId } from '../../protocol/caip.js';

/** One token of an account. */
export interface TokenBalance {
  readonly name: string;
  readonly symbol: string;
  readonly chainId: ChainId;
  /** CAIP-10 id of the token's contract; absent for the native currency. */
  readonly address?: CaipAddress | undefined;
  /** Value of the balance in US dollars; absent without a live price, and then no fiat amount is shown. */
  readonly value?: number | undefined;
  /** Price of one whole token in US dollars. */
  readonly price?: number | undefined;
  /** `numeric`: whole tokens as a decimal string, for example `1.5`. */
  readonly quantity: { readonly decimals: number; readonly numeric: string };
  /**
   * What a scaled token (Token-2022, ERC-8056) shows instead of `quantity`: its amount multiplied by a factor that the issuer sets. Use
   * {@link shownQuantity}. Absent: the token is not scaled.
   */
  readonly shown?: ShownAmount | undefined;
  /** Image URL as reported by its source; use `tokenImageUrl` for one that is safe to show. */
  readonly iconUrl?: string | undefined;
}

/** An amount of a scaled token as it is shown. */
export interface ShownAmount {
  /** In whole tokens, as a decimal string. */
  readonly amount: string;
  /** A decimal number above 0. */
  readonly factor: string;
  /** Of Solana, when the factor was read. */
  readonly slot?: number | undefined;
}

/**
 * What an account holds of a token as it is shown, in whole tokens.
 *
 * @example
 * const { tokenBalance = [] } = kit.store.getState().namespaces.eip155 ?? {};
 * const lines = tokenBalance.map(token => `${shownQuantity(token)} ${token.symbol}`);
 */
export function shownQuantity({ shown, quantity }: Pick<TokenBalance, 'shown' | 'quantity'>): string {
  return shown?.amount ?? quantity.numeric;
}

/** The id of a token at a price source: its CAIP-10 id, or the chain id with `native` for the network's own currency. */
export function assetId({ address, chainId }: Pick<TokenBalance, 'address' | 'chainId'>): CaipAddress {
  return address ?? `${chainId}:native`;
}
