import type { SigningRequest } from '@latchkit/keyring';
import type { FramePayload } from 'latchkit/protocol';
import type { ChainReader } from '../chains/createChainReader.js';
import type { Line } from '../texts/createTexts.js';

/** The context in which a request is prepared. */
export interface PrepareContext {
  /** Id of the host's request. */
  readonly id: string;
  readonly payload: FramePayload<'RPC_REQUEST'>;
  readonly signer: { readonly evm: string; readonly solana: string };
  readonly reader: ChainReader;
  readonly signal: AbortSignal;
}

/** A request as it will be signed. It consists of strings, so the host can't change it afterwards. */
export interface Prepared {
  /** In the order of the signatures. */
  readonly signings: readonly [SigningRequest, ...SigningRequest[]];
  /** Warnings found during preparation. */
  readonly warnings: readonly Line[];
  /** Returns the method's result from the signatures; sends the transaction if the method does. */
  readonly answer: (signatures: readonly string[]) => unknown;
}

/** Prepares the requests of one method. @throws frameError BAD_MESSAGE, INTERNAL, TIMEOUT, ABORTED. */
export type Preparer = (context: PrepareContext) => Prepared | Promise<Prepared>;
