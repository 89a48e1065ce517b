import { BaseError } from '../../protocol/BaseError.js';
import { namespaceOf } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { SentTransaction, TransactionOutcome } from '../adapter/Transaction.js';
import { activeConnection, wrapWalletError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';

/** The transaction to wait for: its hash, or everything that `sendTokens` resolved to. */
export type WaitForTransactionOptions = Pick<SentTransaction, 'hash'> & Partial<SentTransaction>;

/** A mined transaction reverted; the message is the chain's reason, or 'unknown reason'. */
export class TransactionRevertedError extends BaseError {
  constructor(hash: string, reason: string) {
    super('TRANSACTION_REVERTED', reason, { context: { hash } });
  }
}

/**
 * Waits until a transaction is settled: mined, replaced, cancelled or dropped.
 *
 * @param options.chainId CAIP-2 id. Default: the active network.
 * @param options.address The sender. Default: the active account.
 * @throws TransactionRevertedError with the chain's reason as message; TRANSACTION_TIMEOUT if not settled within 25 s (it may
 * still settle later); NETWORK_NOT_FOUND; SEND_UNSUPPORTED_CHAIN if the namespace does not support it; REQUEST_FAILED.
 *
 * @example
 * const { status } = await waitForTransaction(kit, { hash });
 */
export async function waitForTransaction(
  kit: Latchkit,
  options: WaitForTransactionOptions,
): Promise<Exclude<TransactionOutcome, { status: 'reverted' }>> {
  const namespace = options.chainId && namespaceOf(options.chainId);
  const { adapter, address, network: active } = activeConnection(kit, namespace);
  const chainId = options.chainId ?? active.caipNetworkId;
  const networks = kit.store.getState().namespaces[adapter.namespace]?.networks ?? [];
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId);
  if (!network) throw createError('NETWORK_NOT_FOUND', { context: { chainId } });
  if (!adapter.waitForTransaction) throw createError('SEND_UNSUPPORTED_CHAIN');
  const { signal } = kit.kernel;
  const waiting = adapter.waitForTransaction({ address, ...options, chainId, network, signal });
  const outcome = await wrapWalletError(kit, 'WAIT_FOR_TRANSACTION', waiting);
  if (outcome.status === 'reverted') throw new TransactionRevertedError(outcome.hash, outcome.reason);
  return outcome;
}
