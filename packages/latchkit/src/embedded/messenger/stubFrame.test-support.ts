import { onTestFinished, vi } from 'vitest';

/** A message received from the port. */
export interface SentMessage {
  readonly v: number;
  readonly id: string;
  readonly type: string;
  readonly payload: unknown;
}

/** The wallet page's end of a real port; the test sends the responses. */
export interface StubFrame {
  /** The host's end. */
  readonly port: MessagePort;
  readonly sent: readonly SentMessage[];
  /** Returns the next unread message. */
  next(): Promise<SentMessage>;
  succeed(message: SentMessage, payload: unknown): void;
  fail(message: SentMessage, payload: unknown): void;
  post(message: unknown): void;
}

/** Stops the clock; ports keep working. */
export function stopTime(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Waits until ports have delivered what was posted. */
export async function delivered(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve));
}

export function createStubFrame(): StubFrame {
  const { port1, port2 } = new MessageChannel();
  const sent: SentMessage[] = [];
  let taken = 0;
  port2.addEventListener('message', event => sent.push((event as MessageEvent).data as SentMessage));
  port2.start();
  onTestFinished(() => port2.close());
  const answer = ({ id, type }: SentMessage, end: string, payload: unknown) =>
    port2.postMessage({ v: 1, id, type: `${type.replace('APP/', 'FRAME/')}_${end}`, payload });
  return {
    port: port1,
    sent,
    async next() {
      for (let turn = 0; turn < 200 && sent[taken] === undefined; turn++) await delivered();
      const message = sent[taken];
      if (message === undefined) throw new Error('No message crossed.');
      taken += 1;
      return message;
    },
    succeed: (message, payload) => answer(message, 'SUCCESS', payload),
    fail: (message, payload) => answer(message, 'ERROR', payload),
    post: message => port2.postMessage(message),
  };
}
