import { BaseError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import type { Call, CallsStatus, SentCalls } from '../adapter/Calls.js';
import { activeConnection } from '../connection/activeConnection.js';
import { whileConnected } from '../connection/whileConnected.js';
import type { Latchkit } from '../Latchkit.js';
import { failureOf, notSupported, readStatus, untilCallsEnd } from './callsEnd.js';

/** The batch to send. */
export interface SendCallsOptions {
  /** Values are in wei. */
  readonly calls: readonly Call[];
  /** Whose active account. Default: the active namespace. */
  readonly namespace?: ChainNamespace;
  /** All calls land or none does; a wallet that cannot ensure that refuses with CALLS_NOT_ATOMIC. Default: false. */
  readonly atomicRequired?: boolean;
  /** EIP-5792 capabilities by name, for example `{ paymasterService: { url, optional: true } }`. Default: none. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /**
   * Sends the calls one by one if the wallet has no batches: the visitor confirms each of them, a call is sent after the one before
   * it was mined, and the first that fails stops the rest. Not where `atomicRequired` or a required capability excludes it.
   * Default: false.
   */
  readonly sequential?: boolean;
}

/** A batch that the wallet accepted. */
export type SendCallsReturnType = SentCalls;

/**
 * Sends a batch of calls to the connected wallet (EIP-5792 wallet_sendCalls). Resolves once the wallet has accepted the batch, or
 * the last of the calls that were sent one by one.
 *
 * @throws REQUEST_REJECTED; CALLS_NOT_SUPPORTED if the wallet has no batches; CALLS_NOT_ATOMIC; CAPABILITY_NOT_SUPPORTED;
 * REQUEST_FAILED; CAIP_NETWORK_OR_ADDRESS_UNDEFINED; CHAIN_NOT_SUPPORTED if the namespace has no batches.
 *
 * @example
 * const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
 * const { id } = await sendCalls(kit, { calls: [{ to, value: 1n }, { to, value: 2n }], sequential: true });
 * const { receipts } = await waitForCallsStatus(kit, { id });
 */
export async function sendCalls(kit: Latchkit, options: SendCallsOptions): Promise<SendCallsReturnType> {
  const connection = activeConnection(kit, options.namespace);
  const { adapter, connectorId, address, network } = connection;
  const { namespace: _, sequential, ...batch } = options;
  if (!adapter.sendCalls) throw notSupported(adapter.namespace);
  const sent = adapter.sendCalls({
    ...batch,
    connectorId,
    address,
    network,
    ...(sequential && { sequential: { signal: kit.kernel.signal } }),
  });
  return whileConnected(kit, 'SEND_CALLS', connection, sent);
}

/** The batch to ask for. */
export interface CallsStatusOptions {
  /** From {@link sendCalls}. */
  readonly id: string;
  /** Whose active account sent it. Default: the active namespace. */
  readonly namespace?: ChainNamespace;
}

/**
 * The state of a batch (EIP-5792 wallet_getCallsStatus).
 *
 * @throws CALLS_NOT_FOUND if the wallet does not know the id; REQUEST_FAILED; CAIP_NETWORK_OR_ADDRESS_UNDEFINED;
 * CHAIN_NOT_SUPPORTED if the namespace has no batches.
 *
 * @example
 * const { id } = await sendCalls(kit, { calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n }] });
 * const { status, statusCode } = await getCallsStatus(kit, { id });
 */
export async function getCallsStatus(kit: Latchkit, options: CallsStatusOptions): Promise<CallsStatus> {
  const connection = activeConnection(kit, options.namespace);
  return whileConnected(kit, 'GET_CALLS_STATUS', connection, readStatus(kit, options));
}

/** The batch to wait for. */
export interface WaitForCallsStatusOptions extends CallsStatusOptions {
  /** In milliseconds. Default: 60 s. */
  readonly timeout?: number;
}

/** A batch did not land, or only a part of it. */
export class CallsFailedError extends BaseError {
  /** The final state; its receipts belong to the calls that were sent. */
  readonly callsStatus: CallsStatus;
  constructor(status: CallsStatus) {
    super('CALLS_FAILED', failureOf(status), {
      context: { id: status.id, statusCode: status.statusCode },
    });
    this.callsStatus = status;
  }
}

/**
 * Waits until a batch succeeded. A read that fails is retried up to 6 times, after 200 ms and doubling.
 *
 * @throws CallsFailedError, with the final state, if the batch or a part of it failed; TRANSACTION_TIMEOUT after `timeout`, it may
 * still succeed later; and the errors of {@link getCallsStatus}.
 *
 * @example
 * const { id } = await sendCalls(kit, { calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n }] });
 * const { receipts } = await waitForCallsStatus(kit, { id, timeout: 120_000 });
 */
export async function waitForCallsStatus(
  kit: Latchkit,
  options: WaitForCallsStatusOptions,
): Promise<CallsStatus> {
  const status = await untilCallsEnd(kit, options);
  if (status.status === 'failure') throw new CallsFailedError(status);
  return status;
}

/**
 * Asks the wallet to show a batch to the visitor (EIP-5792 wallet_showCallsStatus).
 *
 * @throws CALLS_NOT_FOUND; CALLS_NOT_SUPPORTED if the wallet cannot show batches; and the errors of {@link getCallsStatus}.
 *
 * @example
 * const { id } = await sendCalls(kit, { calls: [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n }] });
 * await showCallsStatus(kit, { id });
 */
export async function showCallsStatus(kit: Latchkit, options: CallsStatusOptions): Promise<void> {
  const connection = activeConnection(kit, options.namespace);
  const { adapter, connectorId, address, network } = connection;
  if (!adapter.showCallsStatus) throw notSupported(adapter.namespace);
  const shown = adapter.showCallsStatus({ connectorId, address, network, id: options.id });
  await whileConnected(kit, 'SHOW_CALLS_STATUS', connection, shown);
}
