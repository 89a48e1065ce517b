import type { Press } from '../approval/guardButton.js';
import { type WindowOffer, windowDecision, windowHello } from './windowMessages.js';

/** A request on offer to the wallet's window. */
export interface WindowReview {
  /** Opens the window, at the visitor's press. @returns false: the browser blocked it. */
  open(): boolean;
  /** More is known: what the window shows starts anew. */
  update(offer: WindowOffer): void;
  /** The visitor's press in the window; undefined: refused. Waits as long as the offer stands. */
  readonly decided: Promise<Press | undefined>;
}

/** Size of the wallet's window. */
const FEATURES = 'popup,width=420,height=720';

/**
 * Offers a request to the wallet's own window, which this page or the host opens. Only windows of this origin are heard. The
 * first one that names the request is the one that it is decided in, until it is closed, and a decision counts once, for the
 * digest of what was offered.
 *
 * @param signal - Ends the offer, and tells the window so.
 */
export function offerToWindow(self: Window, first: WindowOffer, signal: AbortSignal): WindowReview {
  const { origin, document } = self;
  let offer = first;
  let pinned: WindowProxy | undefined;
  let settle: (press: Press | undefined) => void = () => {};
  const decided = new Promise<Press | undefined>(resolve => {
    settle = resolve;
  });
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);

  self.addEventListener(
    'message',
    ({ data, origin: from, source }) => {
      if (from !== origin || source === null || source === self || !('closed' in source)) return;
      const hello = windowHello.safeParse(data);
      if (hello.success && hello.data.id === offer.id) {
        if (pinned !== undefined && pinned !== source && !pinned.closed) return;
        pinned = source;
        source.postMessage(offer, origin);
        return;
      }
      const decision = windowDecision.safeParse(data);
      if (!decision.success || source !== pinned) return;
      const { id, digest, press } = decision.data;
      if (id !== offer.id || digest !== offer.digest) return;
      over.abort();
      settle(press);
    },
    { signal: until },
  );
  const end = () => pinned?.postMessage({ lk: 1, type: 'OVER', id: offer.id }, origin);
  until.addEventListener('abort', end, { once: true });
  return {
    decided,
    update(next) {
      offer = next;
      pinned?.postMessage(offer, origin);
    },
    open: () => self.open(`${new URL('window', document.baseURI)}#${offer.id}`, '', FEATURES) !== null,
  };
}
