import type { BaseError } from '../../protocol/BaseError.js';
import type { ChainId } from '../../protocol/caip.js';
import type { AccountReference } from './ChainAdapter.js';
import type { CaipNetwork } from './Network.js';

/** One call of an EIP-5792 batch. Value in wei. */
export interface Call {
  readonly to: string;
  readonly value?: bigint;
  readonly data?: `0x${string}`;
}

/** A batch of calls for a connected wallet. */
export interface CallsRequest extends AccountReference {
  readonly calls: readonly Call[];
  readonly network: CaipNetwork;
  /** The calls land together or not at all; a wallet that cannot ensure that refuses. */
  readonly atomicRequired?: boolean;
  /** EIP-5792 capabilities by name. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** A wallet without batches gets the calls as transactions, one after another. `signal` ends the waiting between them. */
  readonly sequential?: { readonly signal: AbortSignal };
}

/** A batch that the wallet accepted. */
export interface SentCalls {
  /** For {@link waitForCallsStatus}. Batches that were sent one by one have an id that viem and wagmi read too. */
  readonly id: string;
  /** Set if calls were sent one by one and not all of them: the index of the first that did not land, and why. */
  readonly stopped?: { readonly at: number; readonly error: BaseError };
}

/** A batch of a connected wallet. */
export interface BatchReference extends AccountReference {
  readonly id: string;
  readonly network: CaipNetwork;
}

/** The receipt of a transaction of a batch (EIP-5792). */
export interface CallReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly blockNumber: bigint;
  /** In units of gas. */
  readonly gasUsed: bigint;
  readonly status: 'success' | 'reverted';
  readonly logs: readonly {
    readonly address: string;
    readonly data: string;
    readonly topics: readonly string[];
  }[];
}

/** The state of a batch (EIP-5792 wallet_getCallsStatus). */
export interface CallsStatus {
  readonly id: string;
  /** CAIP-2. */
  readonly chainId: ChainId;
  readonly status: 'pending' | 'success' | 'failure';
  /** 100 pending, 200 confirmed, 400 never sent, 500 reverted, 600 partly reverted. */
  readonly statusCode: number;
  /** Whether the calls land together or not at all. */
  readonly atomic: boolean;
  /** One for a batch that ran as one transaction, else one for each transaction that was sent. Empty while pending. */
  readonly receipts: readonly CallReceipt[];
  /** The wallet's answers to the capabilities that the batch used, by name. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
}
