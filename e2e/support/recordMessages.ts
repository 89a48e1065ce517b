import type { FrameMessage } from 'latchkit/protocol';
import type { Page } from 'playwright-core';

/** A message from the host page to the wallet page, with the response. */
export interface RecordedMessage {
  readonly type: string;
  readonly payload: unknown;
  /** Payload of the success event. */
  success?: unknown;
  /** Payload of the error event. */
  error?: unknown;
}

declare global {
  interface Window {
    readonly recordedMessages: RecordedMessage[];
  }
}

/**
 * Records the messages between the host page and the wallet page, from the next page load on, without delaying or changing them.
 *
 * @returns A function that returns the messages of a type since the page was loaded, oldest first.
 */
export async function recordMessages(
  page: Page,
): Promise<(type: FrameMessage) => Promise<Omit<RecordedMessage, 'type'>[]>> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const recorded = new Map<string, RecordedMessage>();
    const heard = new WeakSet<MessagePort>();
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...sent: unknown[]) {
      const message = sent[0] as { id?: string; type?: unknown; payload?: unknown } | null | undefined;
      if (typeof message?.type === 'string' && message.type.startsWith('APP/') && message.id) {
        const one = { type: message.type.slice(4), payload: message.payload };
        recorded.set(message.id, one);
        window.recordedMessages.push(one);
        if (!heard.has(this)) this.addEventListener('message', hear);
        heard.add(this);
      }
      return Reflect.apply(postMessage, this, sent);
    };
    const hear = ({ data }: MessageEvent) => {
      const message = recorded.get(data.id);
      if (message && data.type === `FRAME/${message.type}_SUCCESS`) message.success = data.payload;
      if (message && data.type === `FRAME/${message.type}_ERROR`) message.error = data.payload;
    };
    Object.assign(window, { recordedMessages: [] });
  });
  return type =>
    page.evaluate(
      wanted =>
        window.recordedMessages.filter(one => one.type === wanted).map(({ type: _, ...rest }) => rest),
      type,
    );
}
