import type { Line, Review } from '../decode/Review.js';
import { APPROVAL_LIMITS } from './approvalLimits.js';
import { armApproval } from './armApproval.js';
import type { Arming } from './createArming.js';
import type { Localized } from './createTexts.js';
import { approveButton, button, drawScreen } from './drawScreen.js';
import { element } from './element.js';
import type { Press } from './guardButton.js';
import type { Identity } from './Identity.js';
import { notice, renderReview, type Tone } from './renderReview.js';
import type { TextKey } from './texts/en.js';
import { tierOf } from './tierOf.js';
import type { Hands } from './watchHands.js';

/** What the visitor decided. */
export type Decision =
  | { readonly kind: 'approved'; readonly press: Press }
  | { readonly kind: 'rejected'; readonly blocksSite: boolean };

/**
 * What the screen offers besides refusing: to approve here, to go on in the wallet's window, or nothing. `short`: Approve is
 * shown, and can't be pressed, as the account lacks funds.
 */
export type Offer = 'approve' | 'window' | 'short' | 'nothing';

export interface ScreenOptions {
  readonly self: Window & typeof globalThis;
  readonly texts: Localized;
  readonly identity: Identity;
  /** Of this page. */
  readonly hands: Hands;
  /** Milliseconds of `performance.now()` before which nothing can be approved. */
  readonly notBefore: number;
  /** The visitor refused so often that shutting the site out is offered. */
  readonly canBlockSite: boolean;
  /** In the host's page: the wallet's window can be offered, and a finger taps twice for what moves value or gives rights. */
  readonly isInFrame: boolean;
  /** Hears how high all of it would be, in CSS pixels. */
  readonly onHeight: (height: number) => void;
  readonly onDecision: (decision: Decision) => void;
  /** The visitor goes on in the wallet's window. */
  readonly onWindow: () => void;
  /** Takes the screen away. */
  readonly signal: AbortSignal;
}

/** What is known of a request: more may come, and starts the wait of the button again. */
export interface Shown {
  readonly review: Review;
  readonly offer: Offer;
  /** Approve stands where Reject stood last. */
  readonly isSwapped: boolean;
  /** The wallet's window was asked for, and does not seem to have opened. */
  readonly isUnopened?: boolean;
  readonly status?: TextKey | undefined;
}

/** The review of one request on a page of the wallet's. */
export interface Screen {
  show(shown: Shown): void;
  /** The decision is made, and is being carried out. */
  busy(): void;
}

/** Draws the screen, empty until it is told what to show. */
export function createScreen(options: ScreenOptions): Screen {
  const { self, texts, identity, signal, onWindow } = options;
  const page = self.document;
  const { text, line } = texts;
  const { root, card, details, content, end, hint, reject } = drawScreen(options);
  page.body.append(root);
  signal.addEventListener('abort', () => root.remove(), { once: true });
  focusWhenSeen(self, reject, signal);
  followHeight(options, details, [content, end]);

  const tell = (what: Line | undefined, tone: Tone = 'warning') => {
    hint.replaceChildren(...(what === undefined ? [] : [notice(page, texts, tone, what)]));
    return hint;
  };
  const tellWindow = (isNeeded: boolean, isUnopened: boolean) => {
    if (isNeeded && isUnopened) tell({ text: 'window.blocked' }, 'warning');
    else tell(isNeeded ? { text: 'window.needed' } : undefined, 'info');
  };
  let isTaken = false;
  // A host may have moved the focus when it showed the page. Once, and only when all of it is seen.
  const takeFocus = (state: 'armed' | 'unfocused') => {
    if (!isTaken && state === 'unfocused') reject.focus({ preventScroll: true });
    isTaken = true;
  };
  // One for as long as the screen is there: a press may come while more is drawn, and it only opens the window.
  const toWindow = button(page, text('window.open'), 'primary');
  toWindow.addEventListener('click', onWindow, { signal });
  let shown = new AbortController();
  let read: { readonly review: string; readonly arming: Arming } | undefined;
  let offered: Offer | undefined;
  const onEscape = (event: KeyboardEvent) => {
    // There is nothing left to decide. Else the page around this one asks first.
    if (offered !== 'nothing' || event.key !== 'Escape' || !event.isTrusted) return;
    event.preventDefault();
    options.onDecision({ kind: 'rejected', blocksSite: false });
  };
  page.addEventListener('keydown', onEscape, { signal, capture: true });
  return {
    show({ review, offer, isSwapped, isUnopened, status }) {
      offered = offer;
      shown.abort();
      shown = new AbortController();
      const until = AbortSignal.any([signal, shown.signal]);
      content.replaceChildren(renderReview(page, texts, review, identity, status));
      const tier = tierOf(review);
      root.dataset.tier = tier;
      tellWindow(offer === 'window', isUnopened === true);
      reject.textContent = text(offer === 'nothing' ? 'screen.close' : 'screen.reject');
      const isGrave = tier === 'danger';
      root.toggleAttribute('data-grave', isGrave && offer === 'approve');
      reject.dataset.variant = isGrave && offer !== 'window' ? 'primary' : 'secondary';
      if (offer === 'nothing') return putBeside(reject, undefined, false);
      if (offer === 'window') return putBeside(reject, toWindow, false);
      const go = approveButton(page, text, review, isGrave);
      putBeside(reject, go, isSwapped);
      if (offer === 'short') return;
      const asText = JSON.stringify(review);
      const arming = armApproval({
        ...options,
        ...{ go, reject, tell, takeFocus, signal: until },
        watched: [card, details, go],
        details: { view: details, content, end, hint },
        wasRead: read?.review === asText && read.arming.isRead(),
        needsTwoTaps: options.isInFrame && review.risk !== 'R1',
      });
      read = { review: asText, arming };
    },
    busy() {
      shown.abort();
      for (const one of root.querySelectorAll('button')) one.disabled = true;
      hint.replaceChildren(element(page, 'p', {}, line({ text: 'screen.signing' })));
    },
  };
}

/** Puts a button beside Reject, in place of the one that is there. Reject stays where it is, and gets the focus of what goes. */
function putBeside(reject: HTMLElement, go: HTMLElement | undefined, isSwapped: boolean): void {
  const old = [reject.previousElementSibling, reject.nextElementSibling];
  if (go !== undefined && old.includes(go)) return;
  const hadFocus = old.includes(reject.ownerDocument.activeElement);
  for (const one of old) one?.remove();
  if (go !== undefined) reject[isSwapped ? 'before' : 'after'](go);
  if (hadFocus) reject.focus({ preventScroll: true });
}

/** The focus comes to Reject, and to nothing else, once the host shows the page: a first press would else only bring it here. */
function focusWhenSeen(self: Window & typeof globalThis, reject: HTMLElement, signal: AbortSignal): void {
  const observer = new self.ResizeObserver(() => {
    if (reject.offsetHeight === 0) return;
    observer.disconnect();
    reject.focus({ preventScroll: true });
  });
  observer.observe(reject);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}

function followHeight(
  { self, onHeight, signal }: ScreenOptions,
  details: Element,
  parts: readonly HTMLElement[],
): void {
  let told = 0;
  const tell = () => {
    // A page that is not shown has no measures yet.
    const needed = parts.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
    const wanted = needed === 0 ? 0 : Math.ceil(self.innerHeight - details.clientHeight + needed);
    const height = Math.min(Math.max(wanted, APPROVAL_LIMITS.height), APPROVAL_LIMITS.mostHeight);
    if (height === told) return;
    told = height;
    onHeight(height);
  };
  const observer = new self.ResizeObserver(tell);
  for (const part of parts) observer.observe(part);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  tell();
}
