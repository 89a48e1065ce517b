import type { FramePayload } from 'latchkit/protocol';
import type { ChainReader } from '../chain/ChainReader.js';
import type { Line } from '../decode/Review.js';
import type { SigningRequest } from '../keyring/SigningRequest.js';

/** What a request is made ready with. */
export interface PrepareContext {
  /** Of the host's request. */
  readonly id: string;
  readonly payload: FramePayload<'RPC_REQUEST'>;
  readonly signer: { readonly evm: string; readonly solana: string };
  readonly reader: ChainReader;
  readonly signal: AbortSignal;
}

/** A request as it will be signed. It consists of texts: nothing that the host still holds can change it. */
export interface Prepared {
  /** In the order of the signatures. */
  readonly signings: readonly [SigningRequest, ...SigningRequest[]];
  /** What was found out while the rest was filled in. */
  readonly warnings: readonly Line[];
  /** What the method answers, once all is signed; sends what it says it sends. */
  readonly answer: (signatures: readonly string[]) => unknown;
}

/** Makes the requests of one method ready. @throws frameError BAD_MESSAGE, INTERNAL, TIMEOUT, ABORTED. */
export type Preparer = (context: PrepareContext) => Prepared | Promise<Prepared>;
