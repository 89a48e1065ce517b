import type { ListedToken } from 'latchkit/protocol';

/** Tokens of one chain that the wallet's operator lists by name. */
export interface ChainTokens {
  /** The one at an address; undefined: it is not listed, or there is no list. */
  at(address: string): ListedToken | undefined;
  /** Whether a name that a contract gives itself is that of a listed token, to the eye. */
  isTaken(symbol: string): boolean;
}

/** The lists of all chains. */
export interface TokenList {
  /** Never rejects: without a list all tokens are unknown. */
  of(chainId: string, signal: AbortSignal): Promise<ChainTokens>;
}
