import { walletConnectError } from '../walletConnectError.js';
import type { MethodName } from './methods.js';

export interface PendingCall {
  readonly id: number;
  readonly topic: string;
  readonly method: MethodName;
  /** How long to wait for the response. */
  readonly seconds: number;
  /** Stops waiting when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Calls that wait for their responses. */
export interface PendingCalls {
  /** Returns the response. Rejects with the error that settled it; WC_REQUEST_EXPIRED; its signal's reason; WC_CLOSED. */
  add(call: PendingCall): Promise<unknown>;
  /** The topic on which a call with this id waits for its response. */
  topicOf(id: number): string | undefined;
  /** Does nothing for a call that has already settled. */
  settle(id: number, error: unknown, result?: unknown): void;
  /** Settles all calls, or those of a topic. */
  settleAll(error: unknown, topic?: string): void;
}

/** Creates the calls. All of them are settled when `signal` is aborted. */
export function createPendingCalls(signal: AbortSignal): PendingCalls {
  const waiting = new Map<number, { topic: string; settle(error: unknown, result?: unknown): void }>();

  const settleAll = (error: unknown, topic?: string) => {
    for (const one of [...waiting.values()]) {
      if (topic === undefined || one.topic === topic) one.settle(error);
    }
  };
  signal.addEventListener('abort', () => settleAll(walletConnectError('WC_CLOSED')), { once: true });

  return {
    add: ({ id, topic, method, seconds, signal: given }) =>
      new Promise((resolve, reject) => {
        const onAbort = () => settle(given?.reason);
        const settle = (error: unknown, result?: unknown) => {
          clearTimeout(timer);
          given?.removeEventListener('abort', onAbort);
          if (!waiting.delete(id)) return;
          if (error === undefined) resolve(result);
          else reject(error);
        };
        const expired = () => settle(walletConnectError('WC_REQUEST_EXPIRED', { context: { method } }));
        const timer = setTimeout(expired, Math.min(seconds * 1_000, 2_147_483_647));
        given?.addEventListener('abort', onAbort, { once: true });
        waiting.set(id, { topic, settle });
      }),
    topicOf: id => waiting.get(id)?.topic,
    settle: (id, error, result) => waiting.get(id)?.settle(error, result),
    settleAll,
  };
}
