import { type BaseError, isError } from '../../protocol/BaseError.js';
import type { ChainNamespace } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import { sleep } from '../adapter/abortable.js';
import type { CallsStatus } from '../adapter/Calls.js';
import { retryRead, untilSettled } from '../adapter/untilSettled.js';
import { activeConnection, wrapWalletError } from '../connection/activeConnection.js';
import type { Latchkit } from '../Latchkit.js';
import type { CallsStatusOptions, WaitForCallsStatusOptions } from './calls.js';

/** Milliseconds between reads of a batch's state, and the longest wait for its end. */
const STATUS_POLL = 1_000;
const STATUS_TIMEOUT = 60_000;

/** Waits until a batch succeeded or failed, as {@link waitForCallsStatus} does. */
export async function untilCallsEnd(kit: Latchkit, options: WaitForCallsStatusOptions): Promise<CallsStatus> {
  const { id, timeout = STATUS_TIMEOUT } = options;
  const look = async (signal: AbortSignal) => {
    for (;;) {
      const status = await retryRead(() => readStatus(kit, options).catch(unlessTransient), signal);
      if (isError(status)) throw status;
      if (status.status !== 'pending') return status;
      await sleep(STATUS_POLL, signal);
    }
  };
  const waiting = untilSettled(look, kit.kernel.signal, { hash: id }, timeout);
  return wrapWalletError(kit, 'WAIT_FOR_CALLS_STATUS', waiting);
}

/** Why a batch failed, as the message of CALLS_FAILED. */
export function failureOf({ statusCode: code }: CallsStatus): string {
  if (code < 500) return 'The calls were not sent';
  return code < 600 ? 'The calls failed on the chain' : 'Only some of the calls succeeded';
}

/** The state of a batch. @throws CALLS_NOT_FOUND; CHAIN_NOT_SUPPORTED if the namespace has no batches. */
export async function readStatus(kit: Latchkit, { id, namespace }: CallsStatusOptions): Promise<CallsStatus> {
  const { adapter, connectorId, address, network } = activeConnection(kit, namespace);
  if (!adapter.getCallsStatus) throw notSupported(adapter.namespace);
  return adapter.getCallsStatus({ connectorId, address, network, id });
}

/** Returns an error that another read would not change; throws any other. */
function unlessTransient(error: unknown): BaseError {
  if (isError(error) && !isError(error, 'REQUEST_FAILED')) return error;
  throw error;
}

/** The error of a namespace that has no batches. */
export const notSupported = (namespace: ChainNamespace) =>
  createError('CHAIN_NOT_SUPPORTED', { context: { namespace } });
