import type { ChainId } from 'latchkit/protocol';
import type { Hex } from 'viem';

/** What is swapped: the contract of a token, or the native currency of the chain. */
export type SwapAsset = Hex | 'native';

export interface SwapRequest {
  readonly chainId: ChainId;
  readonly from: SwapAsset;
  readonly to: SwapAsset;
  /** What the account pays, in the smallest units. */
  readonly amount: bigint;
  /** Price of a unit of gas, in the smallest units of the native currency; 0: routes are compared without their gas. */
  readonly gasPrice: bigint;
}

/** One exchange in one pool. */
export interface SwapHop {
  /** `v2`: a pair with a constant product. `v3`: a pool with ranges. */
  readonly kind: 'v2' | 'v3';
  readonly from: Hex;
  readonly to: Hex;
  /** In millionths. */
  readonly fee: number;
}

export interface SwapQuote {
  readonly request: SwapRequest;
  /** What the account receives, in the smallest units. */
  readonly amountOut: bigint;
  /** Estimated units of gas. */
  readonly gas: bigint;
  /** How much less the account receives than at the present price with the pools' fees, in percent. */
  readonly priceImpactPct: number;
  readonly route: readonly SwapHop[];
}

/** The terms of a swap. */
export interface SwapTerms {
  readonly account: Hex;
  /** The least that the account receives: below it, the transaction reverts. */
  readonly minimumOut: bigint;
  /** How much the price may fall from a fresh quote at most, in hundredths of a percent. */
  readonly slippage: bigint;
  /** Unix time in seconds after which the transaction reverts. */
  readonly deadline: number;
  /** The account's permit for exactly the amount, in place of an approval. */
  readonly permit?: SwapPermit | undefined;
}

/** What differs between the permits that accounts sign (EIP-2612). */
export interface PermitForm {
  /** Of the token's EIP-712 domain. */
  readonly name: string;
  readonly version: string | undefined;
  readonly nonce: bigint;
}

/** A signed permit (EIP-2612). */
export interface SwapPermit {
  /** Unix time in seconds after which it is void. */
  readonly deadline: number;
  readonly signature: Hex;
}

/** A transaction for the account to send. */
export interface SwapTransaction {
  readonly to: Hex;
  readonly data: Hex;
  readonly value: bigint;
}

/** A source of quotes and transactions. */
export interface SwapEngine {
  readonly id: string;
  chains(): readonly ChainId[];
  /**
   * Finds the best quotes, best first; none if there is no route.
   *
   * @throws RpcError or VendorError when the chain or the service is unreachable.
   */
  quote(request: SwapRequest, gone: AbortSignal): Promise<readonly SwapQuote[]>;
  /**
   * The tokens that certainly can't be swapped for an asset. Absent: the engine can't tell without an amount.
   *
   * @throws RpcError
   */
  unrouted?(
    chainId: ChainId,
    asset: SwapAsset,
    tokens: readonly SwapAsset[],
    gone: AbortSignal,
  ): Promise<readonly SwapAsset[]>;
  /** The contract that takes the account's tokens, which the account approves. */
  spender(chainId: ChainId, gone: AbortSignal): Promise<Hex>;
  /**
   * What an account signs to permit a token to the spender (EIP-2612); undefined if the token or the account cannot. Absent: the
   * spender takes no permits.
   *
   * @throws RpcError
   */
  permit?(chainId: ChainId, token: Hex, account: Hex, gone: AbortSignal): Promise<PermitForm | undefined>;
  /**
   * @throws VendorError when the service is unreachable, or does not guarantee the minimum.
   * @throws PriceChanged
   */
  build(quote: SwapQuote, terms: SwapTerms, gone: AbortSignal): Promise<SwapTransaction>;
}
