import { type FRAME_MESSAGES, writeFrameRequest } from 'latchkit/protocol';
import { onTestFinished, vi } from 'vitest';
import { createGateStore } from '../storage/createGateStore.js';
import { createHostSession } from './createHostSession.js';
import type { HostHandlers } from './HostHandlers.js';

/** The signed-in user's address. */
export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** A payload of CONNECT_EMAIL. */
export const email = { email: 'ada@example.com' };
/** A payload of RPC_REQUEST. */
export const rpc = (method: string, params: readonly unknown[] = []) => ({
  method,
  params,
  chainId: 'eip155:1',
  chainNamespace: 'eip155',
});
/** A request that waits for the user. */
export const sign = (text = '0x00', from = account) => rpc('personal_sign', [text, from]);

interface Answer {
  readonly id: string;
  readonly type: string;
  readonly payload: { readonly message?: string; readonly code?: string; readonly retryAfter?: number };
}

const noStorage = (): Storage => {
  throw new Error('There is no storage here');
};

/**
 * A server behind a real port, and the host's end of it.
 *
 * @stub the wallet: the test gives the handlers of its messages
 */
export function serve(handlers: HostHandlers = {}) {
  const { port1, port2 } = new MessageChannel();
  const answers: Answer[] = [];
  const onReload = vi.fn();
  port1.addEventListener('message', event => answers.push((event as MessageEvent).data as Answer));
  port1.start();
  const server = createHostSession(port2, handlers, {
    accounts: () => [account],
    onReload,
    gate: createGateStore(noStorage, 'https://shop.example'),
    ownGate: createGateStore(noStorage, 'https://shop.example', 'visitor'),
  });
  onTestFinished(() => {
    server.close();
    port1.close();
  });
  const post = (message: unknown) => port1.postMessage(message);
  const send = (type: keyof typeof FRAME_MESSAGES, payload: unknown) => {
    const id = crypto.randomUUID();
    post(writeFrameRequest(id, type, payload));
    return id;
  };
  const answerTo = (id: string) => answers.filter(answer => answer.id === id);
  const codeOf = (id: string) => answerTo(id)[0]?.payload.code;
  return { server, answers, post, send, answerTo, codeOf, onReload };
}

/** A handler that waits until the test releases it. */
export function held<T>(answer: T) {
  const waiting: { release: () => void; reject: (error: Error) => void; signal: AbortSignal }[] = [];
  return {
    waiting,
    handler: (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ release: () => resolve(answer), reject, signal });
      }),
  };
}
