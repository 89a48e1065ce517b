import type { ListedToken } from 'latchkit/protocol';

/** The tokens of one chain that the wallet's operator lists by name. */
export interface ChainTokens {
  /** The listed token at an address; undefined if it is not listed or there is no list. */
  at(address: string): ListedToken | undefined;
  /** Whether a contract's claimed symbol looks like that of a listed token. */
  isTaken(symbol: string): boolean;
}

/** The token lists of all chains. */
export interface TokenList {
  /** Never rejects: without a list all tokens are unknown. */
  of(chainId: string, signal: AbortSignal): Promise<ChainTokens>;
}
