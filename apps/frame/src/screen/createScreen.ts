import { anySignal } from 'latchkit/protocol';
import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import type { AskedLimits, Review } from '../review/model/Review.js';
import type { Line, Localized } from '../texts/createTexts.js';
import type { TextKey } from '../texts/en.js';

import { APPROVAL_LIMITS } from './approvalLimits.js';
import { armApproval } from './armApproval.js';
import type { Arming } from './createArming.js';
import { approveButton, button, drawPreparing, drawScreen } from './drawScreen.js';
import { element } from './element.js';
import type { Press } from './guardButton.js';
import { isAlmostRead } from './isAlmostRead.js';
import { limitForms } from './limitForms.js';
import { notice, renderReview, type Tone } from './renderReview.js';
import { tierOf } from './tierOf.js';
import type { UserInput } from './watchUserInput.js';

/** The user's decision. */
export type Decision =
  | { readonly kind: 'approved'; readonly press: Press }
  | { readonly kind: 'rejected'; readonly blocksSite: boolean };

/**
 * What the screen offers besides Reject: Approve, continuing in the wallet window, or nothing. `continue`: a press that approves
 * nothing, and may open the wallet window. `short`: Approve is shown but disabled, since the account lacks funds.
 */
export type Offer = 'approve' | 'window' | 'continue' | 'short' | 'nothing';

export interface ScreenOptions {
  readonly self: Window & typeof globalThis;
  readonly texts: Localized;
  readonly identity: RequestIdentity;
  /** The mouse and keyboard state of this page. */
  readonly userInput: UserInput;
  /** Nothing can be approved before this time, in milliseconds of `performance.now()`. */
  readonly notBefore: number;
  /** The user refused so often that the screen offers to block the site. */
  readonly canBlockSite: boolean;
  /** In a frame, the wallet window can be offered, and touch needs two taps. */
  readonly isInFrame: boolean;
  /** Receives the height of the whole content, in CSS pixels. */
  readonly onHeight: (height: number) => void;
  readonly onDecision: (decision: Decision) => void;
  /** The user lowered limits of the request. Default: they are only shown. */
  readonly onLimits?: (limits: AskedLimits) => void;
  /** The user chose to continue, or to do so in the wallet window. */
  readonly onWindow: () => void;
  /** Removes the screen. */
  readonly signal: AbortSignal;
}

/** What is known about a request. Updates may follow, and each restarts the button's wait. */
export interface Shown {
  readonly review: Review;
  readonly offer: Offer;
  /** Whether Approve is where Reject was last. */
  readonly isSwapped: boolean;
  /** The wallet window was requested and does not seem to have opened. */
  readonly isUnopened?: boolean;
  readonly status?: TextKey | undefined;
}

/** The review of one request on a wallet page. */
export interface Screen {
  show(shown: Shown): void;
  /** Says that the preparation takes long, and offers to start it again. */
  slow(retry: () => void): void;
  /** Shows that the decision is being completed. Default: by signing. */
  busy(text?: TextKey): void;
  /** What the user typed into the field of the password. */
  password(): string;
}

/** Draws the screen, empty until `show` is called. */
export function createScreen(options: ScreenOptions): Screen {
  const { self, texts, identity, signal, onWindow } = options;
  const page = self.document;
  const { text } = texts;
  const { root, card, details, content, end, hint, reject } = drawScreen(options);
  page.body.append(root);
  signal.addEventListener('abort', () => root.remove(), { once: true });
  focusWhenSeen(self, reject, signal);
  followHeight(options, details, [content, end]);

  const tell = (what: Line | undefined, tone: Tone = 'warning') => {
    hint.replaceChildren(...(what === undefined ? [] : [notice(page, texts, tone, what)]));
    return hint;
  };
  const tellWindow = (offer: Offer, isUnopened: boolean) => {
    if (leadsOn(offer) && isUnopened) tell({ text: 'window.blocked' }, 'warning');
    else tell(offer === 'window' ? { text: 'window.needed' } : undefined, 'info');
  };
  const field = passwordField(page, text('screen.password'));
  let isTaken = false;
  // A host may have moved the focus when it showed the page. Done once, when the whole page is visible.
  const takeFocus = (state: 'armed' | 'unfocused') => {
    if (!isTaken && state === 'unfocused') reject.focus({ preventScroll: true });
    isTaken = true;
  };
  // One button for the lifetime of the screen: a press during an update is harmless, since it only opens the window.
  const toWindow = button(page, text('window.open'), 'primary');
  toWindow.addEventListener('click', onWindow, { signal });
  let shown = new AbortController();
  let read: { readonly review: string; readonly arming: Arming } | undefined;
  let offered: Offer | undefined;
  const onEscape = (event: KeyboardEvent) => {
    // Escape closes the screen only when nothing is left to decide; otherwise the surrounding page asks first.
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
      const until = anySignal(signal, shown.signal);
      const forms =
        offer === 'approve' && options.onLimits ? limitForms(page, texts, review, options.onLimits) : [];
      content.replaceChildren(renderReview(page, texts, review, identity, { status, forms }));
      if (offer === 'approve' && review.action.text === 'action.openByPassword') content.append(field.root);
      const tier = tierOf(review);
      root.dataset.tier = tier;
      tellWindow(offer, isUnopened === true);
      reject.textContent = text(
        offer === 'nothing' ? 'screen.close' : (review.labels?.reject ?? 'screen.reject'),
      );
      const isGrave = tier === 'danger';
      root.toggleAttribute('data-grave', isGrave && offer === 'approve');
      const leads = offer === 'nothing' || (isGrave && offer !== 'window');
      reject.dataset.variant = leads ? 'primary' : 'secondary';
      if (offer === 'nothing') return putBeside(reject, undefined, false);
      if (leadsOn(offer)) {
        toWindow.textContent = text(offer === 'window' ? 'window.open' : 'screen.continue');
        return putBeside(reject, toWindow, false);
      }
      const go = approveButton(page, text, review, isGrave);
      putBeside(reject, go, isSwapped);
      if (offer === 'short') return;
      const asText = JSON.stringify(review);
      const arming = armApproval({
        ...options,
        ...{ go, reject, tell, takeFocus, signal: until },
        watched: [card, details, go],
        details: { view: details, content, end, hint },
        isAlmostRead: () => !isGrave && isAlmostRead(details, content, end),
        wasRead: read?.review === asText && read.arming.isRead(),
        needsTwoTaps: options.isInFrame && !isHarmless(review),
      });
      read = { review: asText, arming };
    },
    slow(retry) {
      const preparing = drawPreparing(page, texts);
      const again = button(page, text('screen.tryAgain'), 'secondary');
      again.addEventListener(
        'click',
        () => {
          content.replaceChildren(drawPreparing(page, texts));
          reject.focus({ preventScroll: true });
          retry();
        },
        { signal },
      );
      const why: Line = { text: 'screen.slow', slots: { network: identity.network } };
      content.replaceChildren(preparing, notice(page, texts, 'info', why), again);
    },
    password: () => field.input.value,
    busy(what = 'screen.signing') {
      shown.abort();
      for (const one of root.querySelectorAll('button')) one.disabled = true;
      hint.replaceChildren(element(page, 'p', { class: 'busy' }, text(what)));
    },
  };
}

/** Whether an approval gives the page nothing that it does not have: a right sign-in to itself. */
const isHarmless = ({ risk, action }: Review) => risk === 'R1' && action.text === 'action.signIn';

/** Whether a press approves nothing here. */
const leadsOn = (offer: Offer) => offer === 'window' || offer === 'continue';

/** The field for the wallet's password. It is in no screen on a host page. */
function passwordField(page: Document, label: string) {
  const input = element(page, 'input', { type: 'password', autocomplete: 'current-password', dir: 'ltr' });
  return {
    root: element(page, 'label', { class: 'password' }, element(page, 'span', {}, label), input),
    input,
  };
}

/** Replaces the button beside Reject. Reject stays in place and gets the focus of a removed button. */
function putBeside(reject: HTMLElement, go: HTMLElement | undefined, isSwapped: boolean): void {
  const old = [reject.previousElementSibling, reject.nextElementSibling];
  if (go !== undefined && old.includes(go)) return;
  const hadFocus = old.includes(reject.ownerDocument.activeElement);
  for (const one of old) one?.remove();
  if (go !== undefined) reject[isSwapped ? 'before' : 'after'](go);
  if (hadFocus) reject.focus({ preventScroll: true });
}

/** Focuses Reject, and nothing else, when the host shows the page: otherwise the first press would only set the focus. */
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
    // A hidden page has no layout yet.
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
