import type { ChainTokens } from '../../chains/TokenList.js';
import type { NetworkOf } from './networkOf.js';

/** The context in which a request is reviewed. */
export interface ReviewContext {
  /** Origin of the host page as the browser reports it. */
  readonly hostOrigin: string;
  /** CAIP-2 id. */
  readonly chainId: string;
  /** The account that signs. */
  readonly account: string;
  readonly networkOf: NetworkOf;
  /** The listed tokens of the chain. Never rejects. */
  readonly tokens: () => Promise<ChainTokens>;
  /** Reads from the chain. Its facts are optional: a failure omits them and never makes a request pass. */
  readonly read: (method: string, params: readonly unknown[]) => Promise<unknown>;
}
