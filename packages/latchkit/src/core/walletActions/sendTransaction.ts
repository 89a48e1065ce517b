import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { EvmTransaction, TransactionRequest } from '../adapter/Transaction.js';
import { activeConnection, sendThrough, wrapWalletError } from '../connection/activeConnection.js';
import { whileConnected } from '../connection/whileConnected.js';
import type { Latchkit } from '../Latchkit.js';

/** Whose active account. */
interface OfNamespace {
  /** Default: the active namespace. */
  readonly namespace?: ChainNamespace;
}

/** The transaction to send: an EVM one with its fields beside `namespace`, as in viem, or any under `transaction`. */
export type SendTransactionOptions =
  | (OfNamespace & EvmTransaction & { readonly transaction?: undefined })
  | (OfNamespace & {
      /** In the namespace's format: amounts in wei as bigint on EVM, serialised elsewhere. */
      readonly transaction: TransactionRequest;
    });

/**
 * Sends a transaction through the connected wallet. Returns its hash; it is not mined yet: see {@link waitForTransaction}.
 *
 * @throws REQUEST_REJECTED if the visitor refused; CAIP_NETWORK_OR_ADDRESS_UNDEFINED if nothing is connected;
 * INVALID_TRANSACTION for another chain's format; SEND_UNSUPPORTED_CHAIN if the namespace cannot send; REQUEST_FAILED, with
 * `context.reason` 'ended' if the account was disconnected before the wallet answered: it may still be sent.
 *
 * @example
 * const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
 * const hash = await sendTransaction(kit, { to, value: 1_000_000_000_000_000n });
 * const { status } = await waitForTransaction(kit, { hash });
 */
export async function sendTransaction(kit: Latchkit, options: SendTransactionOptions): Promise<string> {
  const connection = activeConnection(kit, options.namespace);
  const asked = sendThrough(connection, transactionOf(options));
  return whileConnected(kit, 'SEND_TRANSACTION', connection, asked);
}

/** The transaction in either shape of the options. */
function transactionOf(options: SendTransactionOptions): TransactionRequest {
  if (options.transaction) return options.transaction;
  const { namespace: _, transaction: __, ...flat } = options;
  return flat;
}

/** The transaction to estimate, in either shape of {@link SendTransactionOptions}. Amounts in wei. */
export type EstimateGasOptions =
  | (OfNamespace & EvmTransaction & { readonly transaction?: undefined })
  | (OfNamespace & { readonly transaction: EvmTransaction });

/**
 * Estimates the gas units of a transaction from the active account.
 *
 * @throws WAGMI_ESTIMATE_GAS if the estimate fails; CHAIN_NOT_SUPPORTED if the namespace has no gas.
 *
 * @example
 * const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
 * const gas = await estimateGas(kit, { to, value: 1n });
 */
export async function estimateGas(kit: Latchkit, options: EstimateGasOptions): Promise<bigint> {
  const { adapter, address, network } = activeConnection(kit, options.namespace, 'CHAIN_ADAPTER_NOT_FOUND');
  if (!adapter.estimateGas)
    throw createError('CHAIN_NOT_SUPPORTED', { context: { namespace: adapter.namespace } });
  return wrapWalletError(
    kit,
    'ESTIMATE_GAS',
    adapter.estimateGas({ address, transaction: transactionOf(options) as EvmTransaction, network }),
  );
}
