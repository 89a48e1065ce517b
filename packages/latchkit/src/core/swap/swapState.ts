import type { BaseError } from '../../protocol/BaseError.js';
import type { CaipAddress, ChainId } from '../../protocol/caip.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';

/** What is swapped: the CAIP-10 id of a token's contract, or the CAIP-2 id of a chain for its native currency. */
export type SwapAsset = CaipAddress | ChainId;

/** A token that can be swapped, with the account's balance of it. */
export interface SwapToken extends TokenBalance {
  /** Its contract's address was entered: it is on no list, and names and symbols are easy to copy. */
  readonly unlisted?: boolean;
}

/** One exchange of a route. */
export interface SwapHop {
  /** Kind of the pool or source, for example `v2` or `v3`. */
  readonly kind: string;
  /** In millionths. */
  readonly fee: number;
  readonly from: string;
  readonly to: string;
}

/** What a swap pays now. Amounts are in the smallest units of their token. */
export interface SwapQuote {
  /** Name of the source of the quote, for example `pools`. */
  readonly engine: string;
  readonly from: SwapAsset;
  readonly to: SwapAsset;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** The least that the account receives: below it, the swap reverts. */
  readonly minimumOut: bigint;
  /** How much less the account receives than at the present price, in percent. */
  readonly priceImpactPct: number;
  /** Estimated fee, in the smallest units of the native currency; undefined without a price of gas. */
  readonly fee: bigint | undefined;
  /** The price of a unit of gas with which routes were compared, in the smallest units of the native currency. */
  readonly gasPrice?: bigint | undefined;
  /**
   * By which the amounts of the two tokens are multiplied when they are shown (ERC-8056), as decimal numbers; `1`: by nothing. A swap
   * with this quote is rejected with SEND_AMOUNT_CHANGED once a factor is another one.
   */
  readonly factors?: { readonly from: string; readonly to: string } | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly route: readonly SwapHop[];
}

/**
 * What the wallet is asked for: to remove an older approval, which some tokens require (`reset`), to approve the amount (`approval`) or
 * to sign a permit for it (`permit`, EIP-2612), and to swap.
 */
export type SwapStage = 'reset' | 'approval' | 'permit' | 'swap';

/** A swap in progress, or the last one. Amounts are in the smallest units of their token. */
export interface SwapRun {
  readonly from: SwapToken;
  readonly to: SwapToken;
  readonly amountIn: bigint;
  /** What the quote promised. */
  readonly amountOut: bigint;
  /** Only `swap` if nothing must be approved first, or the wallet does all in one. */
  readonly stages: readonly SwapStage[];
  /** How many `stages` there are. */
  readonly steps: number;
  /** The step in progress, or the one that failed, from 1. */
  readonly step: number;
  /**
   * `ready`: the step waits for the visitor's press, which opens the wallet's app on a phone. `asking`: the wallet is asked.
   * `confirming`: sent, and not mined yet.
   */
  readonly status: 'ready' | 'asking' | 'confirming' | 'done' | 'failed';
  /** Hash of the approval that was sent. */
  readonly approvalHash?: string;
  /** Hash of the swap, once it was sent. */
  readonly hash?: string;
  /** Read from the receipt; undefined if its logs do not tell. */
  readonly received?: bigint;
  /** What the network charged for the swap, in the smallest units of the native currency. */
  readonly fee?: bigint;
  readonly error?: BaseError;
}

/** The swap form, its quote and the swap in progress. */
export interface SwapState {
  /** CAIP-10 id of the account and network that `tokens` belong to. */
  readonly account: string | undefined;
  /** Tokens that can be swapped: the native currency, those of the list, and what the account holds. */
  readonly tokens: readonly SwapToken[];
  readonly status: 'idle' | 'loading' | 'ready' | 'error';
  /** Why the tokens could not be loaded, for example SWAP_UNSUPPORTED_CHAIN. */
  readonly error: BaseError | undefined;
  /** The price of a unit of gas, in the smallest units of the native currency. */
  readonly gasPrice: bigint | undefined;
  readonly from: SwapToken | undefined;
  readonly to: SwapToken | undefined;
  /** What the visitor pays, in whole tokens, as they typed it. */
  readonly amount: string;
  /** In percent, from 0.05 to 50; undefined: the default of 1. */
  readonly slippage: number | undefined;
  readonly quote: SwapQuote | undefined;
  /** `stale`: the form has changed since, or the last refresh failed. */
  readonly quoteStatus: 'none' | 'loading' | 'ready' | 'stale' | 'error';
  readonly quoteError: BaseError | undefined;
  readonly run: SwapRun | undefined;
}

export const EMPTY_SWAP: SwapState = {
  account: undefined,
  tokens: [],
  status: 'idle',
  error: undefined,
  gasPrice: undefined,
  from: undefined,
  to: undefined,
  amount: '',
  slippage: undefined,
  quote: undefined,
  quoteStatus: 'none',
  quoteError: undefined,
  run: undefined,
};

/** The swap form of an instance; empty until Swap is used. */
export function selectSwap({ swap }: { readonly swap?: SwapState | undefined }): SwapState {
  return swap ?? EMPTY_SWAP;
}

/** The id of a token where swaps name it. */
export function swapAsset({ address, chainId }: Pick<SwapToken, 'address' | 'chainId'>): SwapAsset {
  return address ?? chainId;
}

/** Whether two ids name the same token: EVM addresses are case-insensitive. */
export function isSameAsset(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
