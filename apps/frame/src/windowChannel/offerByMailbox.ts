import { frameError } from 'latchkit/protocol';
import type { Press } from '../screen/guardButton.js';
import { createMailboxChannel, type MailboxChannelOptions } from './createMailboxChannel.js';
import { decisionOn, type WindowOffer, windowHello } from './windowMessages.js';

/** Milliseconds that a window has to open, load and accept the offer. */
const PATIENCE = 30_000;

export interface MailboxOfferOptions extends Pick<MailboxChannelOptions, 'secrets' | 'mailbox' | 'sleep'> {
  readonly offer: WindowOffer;
  /** Called when the window has received the offer. */
  readonly onTaken: () => void;
  readonly onDecision: (press: Press | undefined) => void;
  /**
   * WINDOW_BLOCKED: no window accepted the offer. SURFACE_UNAVAILABLE: it could not be sent, or the response was not from the
   * window.
   */
  readonly onFailure: (error: Error) => void;
  /** The request has ended, and the window is notified. */
  readonly signal: AbortSignal;
}

/** Offers a request through the mailbox to a window that this page can't reach. Returns a function that sends updates. */
export function offerByMailbox(options: MailboxOfferOptions): (offer: WindowOffer) => void {
  const { offer, onTaken, onDecision, onFailure, signal } = options;
  const ended = new AbortController();
  const { signal: until } = ended;
  const fail = (code: 'WINDOW_BLOCKED' | 'SURFACE_UNAVAILABLE', cause?: unknown) => {
    if (until.aborted) return;
    end();
    onFailure(frameError(code, { cause }));
  };
  const failToReach = (cause: unknown) => fail('SURFACE_UNAVAILABLE', cause);
  const channel = createMailboxChannel({
    ...options,
    own: 'frame',
    signal: until,
    onBroken: failToReach,
    onMessage(message) {
      if (windowHello.safeParse(message).data?.id === offer.id) {
        clearTimeout(timer);
        onTaken();
      }
      const decision = decisionOn(offer, message);
      if (decision === undefined) return;
      // The window closes automatically after it has sent its decision, so there is nothing to send.
      ended.abort();
      onDecision(decision.press);
    },
  });
  const end = () => {
    if (until.aborted) return;
    ended.abort();
    channel.send({ lk: 1, type: 'OVER', id: offer.id }).catch(() => {});
  };
  const timer = setTimeout(() => fail('WINDOW_BLOCKED'), PATIENCE);
  until.addEventListener('abort', () => clearTimeout(timer), { once: true });
  signal.addEventListener('abort', end, { once: true });
  channel.send(offer).catch(failToReach);
  return next => {
    if (!until.aborted) channel.send(next).catch(failToReach);
  };
}
