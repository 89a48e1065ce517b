import { type BaseError, isError } from '../../protocol/BaseError.js';
import { walletConnectError } from '../walletConnectError.js';
import { CALL_TIMEOUT, RESEND_AFTER } from './relayLimits.js';

interface Entry {
  readonly text: string;
  /** Means nothing to another socket than the one it was said on. */
  readonly once: boolean;
  settle(error: unknown, result?: unknown): void;
}

export interface Outbox {
  /**
   * Calls the relay. Sent again over each new socket, and every 10 s over one that lives, until it is answered.
   *
   * @throws WC_RELAY_TIMEOUT after 1 min [TIME-24].
   */
  call(method: string, params: unknown, once?: boolean): Promise<unknown>;
  /** The relay answered. */
  settle(id: unknown, error: { code: number; message: string } | undefined, result: unknown): void;
  /** A new socket is open: everything that is not acknowledged leaves again, in order. */
  flush(): void;
  /** The socket is gone, and with it what was to be said on it only. */
  lost(): void;
  readonly size: number;
}

/**
 * What was said to the relay and is not acknowledged yet. The relay may hear a call twice; peers know a message by its hash.
 *
 * @param timedOut - The error of a call that waited in vain.
 */
export function createOutbox(
  send: (text: string) => void,
  nextId: () => number,
  timedOut: (method: string) => BaseError,
  signal: AbortSignal,
): Outbox {
  const entries = new Map<number, Entry>();

  const call = (method: string, params: unknown, once = false) =>
    new Promise<unknown>((resolve, reject) => {
      if (signal.aborted) return reject(walletConnectError('WC_CLOSED'));
      const id = nextId();
      const settle = (error: unknown, result?: unknown) => {
        clearTimeout(timer);
        clearInterval(again);
        entries.delete(id);
        if (error === undefined) resolve(result);
        else reject(error);
      };
      const timer = setTimeout(() => settle(timedOut(method)), CALL_TIMEOUT);
      const text = JSON.stringify({ id, jsonrpc: '2.0', method, params });
      entries.set(id, { text, once, settle });
      send(text);
      const again = setInterval(() => send(text), RESEND_AFTER);
    });

  signal.addEventListener(
    'abort',
    () => {
      for (const entry of entries.values()) entry.settle(walletConnectError('WC_CLOSED'));
    },
    { once: true },
  );

  return {
    call,
    settle(id, error, result) {
      const entry = entries.get(Number(id));
      if (!entry) return;
      if (!error) return entry.settle(undefined, result);
      const context = { relayCode: error.code };
      entry.settle(walletConnectError('WC_RELAY_REFUSED', { details: error.message.slice(0, 200), context }));
    },
    flush() {
      for (const { text } of entries.values()) send(text);
    },
    lost() {
      for (const entry of entries.values()) {
        if (entry.once) entry.settle(walletConnectError('WC_RELAY_UNREACHABLE'));
      }
    },
    get size() {
      return entries.size;
    },
  };
}

/** Whether the relay said that it does not know the method (JSON-RPC 2.0). */
export function isUnknownMethod(error: unknown): boolean {
  if (!isError(error, 'WC_RELAY_REFUSED')) return false;
  return error.context.relayCode === -32601 || /method/i.test(error.details ?? '');
}
