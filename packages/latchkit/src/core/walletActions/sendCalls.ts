import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { Call } from '../adapter/ChainAdapter.js';
import { activeConnection, wrapWalletError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

/** The batch to send. */
export interface SendCallsOptions {
  /** Values are in wei. */
  readonly calls: readonly Call[];
  /** Whose active account. Default: the active namespace. */
  readonly namespace?: ChainNamespace;
}

/** A batch of calls that the wallet accepted. */
export interface SendCallsReturnType {
  /** The wallet's id of the batch. */
  readonly id: string;
}

/**
 * Sends a batch of calls to the connected wallet (EIP-5792 wallet_sendCalls). Resolves once the wallet has accepted the batch.
 *
 * @throws REQUEST_REJECTED; REQUEST_FAILED if the wallet does not support batches; CAIP_NETWORK_OR_ADDRESS_UNDEFINED;
 * CHAIN_NOT_SUPPORTED if the namespace has no batches.
 *
 * @example
 * const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
 * const { id } = await sendCalls(kit, { calls: [{ to, value: 1n }, { to, value: 2n }] });
 */
export async function sendCalls(kit: Latchkit, options: SendCallsOptions): Promise<SendCallsReturnType> {
  const { adapter, connectorId, address, network } = activeConnection(kit, options.namespace);
  if (!adapter.sendCalls)
    throw createError('CHAIN_NOT_SUPPORTED', { context: { namespace: adapter.namespace } });
  const sent = adapter.sendCalls({ connectorId, address, calls: options.calls, network });
  return { id: await wrapWalletError(kit, 'SEND_CALLS', sent) };
}
