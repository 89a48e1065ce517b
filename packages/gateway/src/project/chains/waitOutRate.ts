import { setTimeout as sleep } from 'node:timers/promises';
import { RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';

/** Milliseconds before the next attempt, where the node names no time. */
const PAUSE = 1_000;

/**
 * Repeats a read that the chain's nodes refuse because they are asked too often, after the time that they name.
 *
 * @param until - On the clock of `performance`: no attempt starts later.
 * @throws what `read` throws, also the refusal itself if the named time is after `until`.
 */
export async function waitOutRate<Result>(
  read: () => Promise<Result>,
  until: number,
  gone: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isRateLimit(error)) throw error;
      const pause = error.retryAfter === undefined ? PAUSE : Math.max(50, error.retryAfter * 1_000);
      if (performance.now() + pause > until) throw error;
      await sleep(pause, undefined, { signal: gone });
    }
  }
}

/** Whether nodes are asked too often. They say it with a status of HTTP, or with a code of JSON-RPC (EIP-1474). */
export function isRateLimit(error: unknown): error is RpcError {
  if (!(error instanceof RpcError)) return false;
  const isRefusal = error.code === 'CALL_FAILED' && error.rpcCode === RPC_CODES.limitExceeded;
  return isRefusal || error.code === 'UPSTREAM_RATE_LIMITED';
}
