import type { Press } from '../approval/guardButton.js';
import type { Mailbox } from '../mailbox/Mailbox.js';
import { makeMailSecrets, writeMailSecrets } from '../mailbox/mailSecrets.js';
import { offerByMail } from './offerByMail.js';
import { decisionOn, type WindowOffer, windowHello } from './windowMessages.js';

/** A request on offer to the wallet's window. */
export interface WindowReview {
  /** Opens the window, at the visitor's press. */
  open(): void;
  /** Replaces the offer; the window shows it from the beginning. */
  update(offer: WindowOffer): void;
  /**
   * The visitor's press in the window; undefined: refused. Waits as long as the offer stands.
   *
   * @throws frameError WINDOW_BLOCKED it did not open; SURFACE_UNAVAILABLE it opened, and there is no way to reach it.
   */
  readonly decided: Promise<Press | undefined>;
}

/** Size of the wallet's window. */
const FEATURES = 'popup,width=420,height=720';

/** Milliseconds after which a window that opened and did not greet this page is written to. */
const SILENCE = 2_000;

/** Milliseconds after which a window that this page has no handle of, and that sent no letter, counts as blocked. */
const DOUBT = 4_000;

/**
 * Offers a request to the wallet's own window, which this page or the host opens. Only windows of this origin are heard. The
 * first one that names the request is the one that it is decided in, until it is closed, and a decision counts once, for the
 * digest of what was offered.
 *
 * A host page's opener policy (COOP) can keep window and page apart: what this page opens has no opener then, and this page no
 * handle of it. The window's address therefore holds what letters over the wallet's service are found and opened with, and they
 * are written where the window is out of reach. What the host opens has no such address, for the host would know it.
 *
 * @param signal - Ends the offer, and tells the window so.
 * @param onSeen - Called where it is not certain that the window opened: with false when it has sent nothing for a few seconds,
 * and with true if it does after all.
 */
export function offerToWindow(
  self: Window,
  first: WindowOffer,
  mailbox: Mailbox,
  signal: AbortSignal,
  onSeen: (isSeen: boolean) => void = () => {},
): WindowReview {
  let offer = first;
  let tellByMail: ((offer: WindowOffer) => void) | undefined;
  let opening = new AbortController();
  let settle: (press: Press | undefined) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const decided = new Promise<Press | undefined>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const decide = (press: Press | undefined) => {
    over.abort();
    settle(press);
  };
  const direct = hearWindows(self, () => offer, decide, until);
  return {
    decided,
    update(next) {
      offer = next;
      direct.tell(next);
      tellByMail?.(next);
    },
    open() {
      // Of two windows that cannot be told apart by a handle, the newer one counts.
      opening.abort();
      opening = new AbortController();
      tellByMail = undefined;
      const secrets = makeMailSecrets(offer.digest);
      const address = `${new URL('window', self.document.baseURI)}#${offer.id}&${writeMailSecrets(secrets)}`;
      const isHeld = self.open(address, '', FEATURES) !== null;
      const ends = AbortSignal.any([until, opening.signal]);
      const write = () => {
        if (ends.aborted || direct.isReached()) return;
        // A window that this page holds may still greet it.
        const onFailure = (error: Error) => {
          if (!isHeld) fail(error);
        };
        tellByMail = offerByMail({
          ...{ secrets, offer, mailbox, onDecision: decide, onFailure, signal: ends },
          onTaken: isHeld ? () => {} : doubt(self, onSeen, ends),
        });
      };
      if (!isHeld) return write();
      const timer = self.setTimeout(write, SILENCE);
      ends.addEventListener('abort', () => self.clearTimeout(timer), { once: true });
    },
  };
}

/** Doubts that a window opened, until it is known to be there. @returns says that it is. */
function doubt(self: Window, onSeen: (isSeen: boolean) => void, signal: AbortSignal): () => void {
  let isDoubted = false;
  const timer = self.setTimeout(() => {
    isDoubted = true;
    onSeen(false);
  }, DOUBT);
  const end = () => self.clearTimeout(timer);
  signal.addEventListener('abort', end, { once: true });
  return () => {
    end();
    if (isDoubted) onSeen(true);
    isDoubted = false;
  };
}

/** The window, as far as it reaches this page itself. */
interface DirectWindow {
  isReached(): boolean;
  tell(message: unknown): void;
}

function hearWindows(
  self: Window,
  offer: () => WindowOffer,
  decide: (press: Press | undefined) => void,
  signal: AbortSignal,
): DirectWindow {
  const { origin } = self;
  let pinned: WindowProxy | undefined;
  const isReached = () => pinned !== undefined && !pinned.closed;
  // Not as the value of an arrow: WebKit leaves a function by its last call, and takes who is called for the sender then.
  const tell = (message: unknown) => {
    pinned?.postMessage(message, origin);
  };
  self.addEventListener(
    'message',
    ({ data, origin: from, source }) => {
      if (from !== origin || source === null || source === self || !('closed' in source)) return;
      if (windowHello.safeParse(data).data?.id === offer().id) {
        if (pinned !== source && isReached()) return;
        pinned = source;
        return tell(offer());
      }
      const decision = source === pinned ? decisionOn(offer(), data) : undefined;
      if (decision !== undefined) decide(decision.press);
    },
    { signal },
  );
  signal.addEventListener('abort', () => tell({ lk: 1, type: 'OVER', id: offer().id }), { once: true });
  return { isReached, tell };
}
