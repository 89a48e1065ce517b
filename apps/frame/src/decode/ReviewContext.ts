import type { ChainTokens } from '../chain/TokenList.js';
import type { NetworkOf } from './networkOf.js';

/** What a request is read against. */
export interface ReviewContext {
  /** Of the host page, in the browser's own word. */
  readonly hostOrigin: string;
  /** CAIP-2 id. */
  readonly chainId: string;
  /** The account that signs. */
  readonly account: string;
  readonly networkOf: NetworkOf;
  /** What is listed of the chain's tokens. Does not reject. */
  readonly tokens: () => Promise<ChainTokens>;
  /** Asks the chain. Facts of it are extras: a failure leaves them out, and lets nothing pass. */
  readonly read: (method: string, params: readonly unknown[]) => Promise<unknown>;
}
