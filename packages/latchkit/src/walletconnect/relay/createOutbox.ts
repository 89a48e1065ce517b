import { type BaseError, isError } from '../../protocol/BaseError.js';
import { walletConnectError } from '../walletConnectError.js';
import { CALL_TIMEOUT, RESEND_AFTER } from './relayLimits.js';

interface Entry {
  readonly text: string;
  /** Only valid on the socket on which it was sent. */
  readonly once: boolean;
  settle(error: unknown, result?: unknown): void;
}

export interface Outbox {
  /**
   * Calls the relay. The call is sent again on each new socket, and every 10 s on a live one, until the relay responds.
   *
   * @throws WC_RELAY_TIMEOUT after 1 min.
   */
  call(method: string, params: unknown, once?: boolean): Promise<unknown>;
  /** The relay responded. */
  settle(id: unknown, error: { code: number; message: string } | undefined, result: unknown): void;
  /** A new socket is open: sends all unacknowledged calls again, in order. */
  flush(): void;
  /** The socket was lost, and with it the calls that were only valid on it. */
  lost(): void;
  readonly size: number;
}

/**
 * Calls to the relay that are not acknowledged yet. The relay may receive a call twice; peers recognize a message by
 * its hash.
 *
 * @param timedOut - Returns the error of a call that timed out.
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

/** Whether the relay responded that it does not support the method (JSON-RPC 2.0). */
export function isUnknownMethod(error: unknown): boolean {
  if (!isError(error, 'WC_RELAY_REFUSED')) return false;
  return error.context.relayCode === -32601 || /method/i.test(error.details ?? '');
}
