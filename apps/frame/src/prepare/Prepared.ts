import type { SigningRequest } from '@latchkit/keyring';
import type { FramePayload, LowerLimits } from 'latchkit/protocol';
import type { ChainReader } from '../chains/createChainReader.js';
import type { Operations } from '../smartAccount/createOperations.js';
import type { Line } from '../texts/createTexts.js';

/** The user's accounts that sign. */
export interface Signer {
  /** The EOA, or the smart account. */
  readonly evm: string;
  readonly solana: string;
  /** Set if `evm` is the smart account: the address of its owner key. */
  readonly smartAccount?: { readonly owner: string } | undefined;
}

/** The context in which a request is prepared. */
export interface PrepareContext {
  /** Id of the host's request. */
  readonly id: string;
  readonly payload: FramePayload<'RPC_REQUEST'>;
  readonly signer: Signer;
  readonly reader: ChainReader;
  readonly operations: Operations;
  readonly signal: AbortSignal;
  /** Aborts when the page ends. */
  readonly ended: AbortSignal;
}

/** A request as it will be signed. It consists of strings, so the host can't change it afterwards. */
export interface Prepared {
  /** In the order of the signatures. */
  readonly signings: readonly [SigningRequest, ...SigningRequest[]];
  /** What the whole request does. Default: what the signings do. */
  readonly action?: Line;
  /** Warnings found during preparation. */
  readonly warnings: readonly Line[];
  /** Prepares it again with lower limits of one of its permissions. @throws frameError BAD_MESSAGE They are not lower. */
  readonly lower?: ((at: number, limits: LowerLimits) => Promise<Prepared>) | undefined;
  /** Returns the method's result from the signatures; sends the transaction if the method does. */
  readonly answer: (signatures: readonly string[]) => unknown;
}

/** Prepares the requests of one method. @throws frameError BAD_MESSAGE, INTERNAL, TIMEOUT, ABORTED. */
export type Preparer = (context: PrepareContext) => Prepared | Promise<Prepared>;
