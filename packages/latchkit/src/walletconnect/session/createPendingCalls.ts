import { walletConnectError } from '../walletConnectError.js';
import type { MethodName } from './methods.js';

export interface PendingCall {
  readonly id: number;
  readonly topic: string;
  readonly method: MethodName;
  /** How long the answer is waited for. */
  readonly seconds: number;
  /** Gives up when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** The calls whose answers are waited for. */
export interface PendingCalls {
  /** The answer. Rejects with what it was settled with; WC_REQUEST_EXPIRED; what its signal was aborted with; WC_CLOSED. */
  add(call: PendingCall): Promise<unknown>;
  /** The topic on which the answer with this id is waited for. */
  topicOf(id: number): string | undefined;
  /** Does nothing for a call that was settled before. */
  settle(id: number, error: unknown, result?: unknown): void;
  /** Settles all calls, or those of a topic. */
  settleAll(error: unknown, topic?: string): void;
}

/** Everything is settled at the latest when `signal` is aborted. */
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
