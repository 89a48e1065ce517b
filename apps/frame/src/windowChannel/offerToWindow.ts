import { anySignal } from 'latchkit/protocol';
import type { AskedLimits } from '../review/model/Review.js';
import type { Mailbox } from './createMailbox.js';
import { createMailboxSecrets, writeMailboxSecrets } from './createMailboxChannel.js';
import { offerByMailbox } from './mailboxTransport.js';
import {
  awaitsProvision,
  decisionOn,
  limitsOn,
  type WindowOffer,
  type WindowPress,
  type WindowProvision,
  windowHello,
} from './windowMessages.js';

/** A request on offer to the wallet window. */
export interface WindowReview {
  /** Opens the window; call it in the user's press. */
  open(): void;
  /** Replaces the offer; the window shows it from the start. */
  update(offer: WindowOffer): void;
  /**
   * The user's press in the window; undefined if refused. Pending while the offer is open.
   *
   * @throws frameError WINDOW_BLOCKED it did not open; SURFACE_UNAVAILABLE it opened but can't be reached.
   */
  readonly decided: Promise<WindowPress | undefined>;
  /** Replies to a decision after which the window waits: `awaitsProvision`. */
  reply(provision: WindowProvision): void;
}

/** What the page learns from the window before the decision. */
export interface WindowListeners {
  /**
   * Called when it is uncertain whether the window opened: with false when it has sent nothing for a few seconds, and with true if it
   * does later.
   */
  readonly onSeen?: (isSeen: boolean) => void;
  /** The user lowered limits: the offer is to be updated. */
  readonly onLimits?: (limits: AskedLimits) => void;
}

/** Size of the wallet window. */
const FEATURES = 'popup,width=420,height=720';

/** Milliseconds after which an opened window without a greeting is contacted through the mailbox. */
const SILENCE = 2_000;

/** Milliseconds after which a window without a handle and without a message counts as blocked. */
const DOUBT = 4_000;

/**
 * Offers a request to the wallet window, which this page or the host opens. Only messages from windows of this origin are
 * accepted. The first window that names the request decides it until it is closed, and one decision counts, for the digest of
 * the offer.
 *
 * A host page's opener policy (COOP) can separate window and page: the window then has no opener, and this page no handle to
 * it. The window's URL therefore contains the mailbox secrets, and the mailbox is used when the window can't be reached. A
 * window that the host opens has no such URL, since the host would know the secrets.
 *
 * @param signal - Ends the offer and notifies the window.
 */
export function offerToWindow(
  self: Window,
  first: WindowOffer,
  mailbox: Mailbox,
  signal: AbortSignal,
  { onSeen = () => {}, onLimits = () => {} }: WindowListeners = {},
): WindowReview {
  let offer = first;
  let sendByMailbox: ((message: WindowOffer | WindowProvision) => void) | undefined;
  let opening = new AbortController();
  let settle: (press: WindowPress | undefined) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const decided = new Promise<WindowPress | undefined>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  const over = new AbortController();
  const until = anySignal(signal, over.signal);
  const decide = (press: WindowPress | undefined) => {
    if (press === undefined || !awaitsProvision(offer)) over.abort();
    settle(press);
  };
  const direct = receiveFromWindows(self, () => offer, { decide, onLimits }, until);
  return {
    decided,
    update(next) {
      offer = next;
      direct.tell(next);
      sendByMailbox?.(next);
    },
    reply(provision) {
      direct.tell(provision);
      sendByMailbox?.(provision);
    },
    open() {
      // Windows without a handle can't be told apart, so the newer one counts.
      opening.abort();
      opening = new AbortController();
      sendByMailbox = undefined;
      const secrets = createMailboxSecrets(offer.digest);
      const address = `${new URL('window', self.document.baseURI)}#${offer.id}&${writeMailboxSecrets(secrets)}`;
      const isHeld = self.open(address, '', FEATURES) !== null;
      const ends = anySignal(until, opening.signal);
      const write = () => {
        if (ends.aborted || direct.isReached()) return;
        // A window with a handle may still send its greeting.
        const onFailure = (error: Error) => {
          if (!isHeld) fail(error);
        };
        sendByMailbox = offerByMailbox({
          ...{ secrets, offer, mailbox, onDecision: decide, onLimits, onFailure, signal: ends },
          onTaken: isHeld ? () => {} : doubt(self, onSeen, ends),
        });
      };
      if (!isHeld) return write();
      const timer = self.setTimeout(write, SILENCE);
      ends.addEventListener('abort', () => self.clearTimeout(timer), { once: true });
    },
  };
}

/** Assumes that a window did not open until it is known to be there. @returns a function that reports it. */
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

/** The window, if it can reach this page directly. */
interface DirectWindow {
  isReached(): boolean;
  tell(message: unknown): void;
}

function receiveFromWindows(
  self: Window,
  offer: () => WindowOffer,
  {
    decide,
    onLimits,
  }: {
    readonly decide: (press: WindowPress | undefined) => void;
    readonly onLimits: (limits: AskedLimits) => void;
  },
  signal: AbortSignal,
): DirectWindow {
  const { origin } = self;
  let pinned: WindowProxy | undefined;
  const isReached = () => pinned !== undefined && !pinned.closed;
  // A block body, not an expression: in WebKit, a tail call would make the callee the sender.
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
      if (source !== pinned) return;
      const decision = decisionOn(offer(), data);
      if (decision !== undefined) return decide(decision.press);
      const limits = limitsOn(offer(), data);
      if (limits !== undefined) onLimits(limits);
    },
    { signal },
  );
  signal.addEventListener('abort', () => tell({ lk: 1, type: 'OVER', id: offer().id }), { once: true });
  return { isReached, tell };
}
