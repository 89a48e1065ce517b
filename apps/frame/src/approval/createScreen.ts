import type { Line, Review } from '../decode/Review.js';
import { APPROVAL_LIMITS } from './approvalLimits.js';
import { type ArmingState, createArming } from './createArming.js';
import type { Localized } from './createTexts.js';
import { element } from './element.js';
import { guardButton, type Press } from './guardButton.js';
import type { Identity } from './Identity.js';
import { notice, renderReview, type Tone } from './renderReview.js';
import { renderSecureBar, renderSite } from './renderSite.js';
import type { TextKey } from './texts/en.js';

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
  /** Milliseconds of `performance.now()` before which nothing can be approved. */
  readonly notBefore: number;
  /** The visitor refused so often that shutting the site out is offered. */
  readonly canBlockSite: boolean;
  /** Whether the wallet's window can be offered where this page is covered. */
  readonly hasWindow: boolean;
  /** Hears how high all of it would be, in CSS pixels. */
  readonly onHeight: (height: number) => void;
  readonly onDecision: (decision: Decision) => void;
  /** The visitor goes on in the wallet's window. */
  readonly onWindow: () => void;
  /** Takes the screen away. */
  readonly signal: AbortSignal;
}

/** What is known of a request: more may come, and starts the wait of the button anew. */
export interface Shown {
  readonly review: Review;
  readonly offer: Offer;
  /** Approve stands where Reject stood last. */
  readonly isSwapped: boolean;
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
  const drawn = draw(options);
  const { root, card, details, content, hint, reject } = drawn;
  page.body.append(root);
  signal.addEventListener('abort', () => root.remove(), { once: true });
  focusWhenSeen(self, reject, signal);
  followHeight(options, details, content);

  const tell = (what: Line | undefined, tone: Tone = 'warning') => {
    hint.replaceChildren(...(what === undefined ? [] : [notice(page, texts, tone, what)]));
    return hint;
  };
  let isTaken = false;
  // A host may have moved the focus when it showed the page. Once, and only when all of it is seen.
  const takeFocus = (state: 'armed' | 'unfocused') => {
    if (!isTaken && state === 'unfocused') reject.focus({ preventScroll: true });
    isTaken = true;
  };
  let shown = new AbortController();
  return {
    show({ review, offer, isSwapped, status }) {
      shown.abort();
      shown = new AbortController();
      const until = AbortSignal.any([signal, shown.signal]);
      content.replaceChildren(renderReview(page, texts, review, identity, status));
      root.dataset.risk = review.risk;
      tell(offer === 'window' ? { text: 'window.needed' } : undefined, 'info');
      reject.textContent = text(offer === 'nothing' ? 'screen.close' : 'screen.reject');
      const isGrave = review.risk === 'R3' || review.warnings.length > 0;
      root.toggleAttribute('data-grave', isGrave && offer === 'approve');
      reject.dataset.variant = isGrave && offer !== 'window' ? 'primary' : 'secondary';
      const go = offer === 'nothing' ? undefined : goButton(page, text, review, offer, isGrave);
      place(reject, go, isSwapped);
      if (go === undefined) return;
      go.disabled = offer === 'short';
      if (offer === 'short') return;
      if (offer === 'window') go.addEventListener('click', onWindow, { signal: until });
      else armApproval({ ...options, signal: until }, [card, details, go], go, { tell, takeFocus });
    },
    busy() {
      shown.abort();
      for (const one of root.querySelectorAll('button')) one.disabled = true;
      hint.replaceChildren(element(page, 'p', {}, line({ text: 'screen.signing' })));
    },
  };
}

/** The parts of the screen that stay, whatever it shows. */
function draw({ self, texts, identity, canBlockSite, signal, onDecision }: ScreenOptions) {
  const page = self.document;
  const { text } = texts;
  const preparing = element(page, 'p', { role: 'status' }, text('screen.preparing'));
  const content = element(page, 'div', { class: 'content' }, preparing);
  const details = element(
    page,
    'div',
    { class: 'details', tabindex: '0', role: 'region', 'aria-label': text('screen.details') },
    content,
  );
  const site = renderSite(page, texts, identity);
  const card = element(page, 'section', { class: 'card' }, renderSecureBar(page, texts), site, details);
  const hint = element(page, 'div', { class: 'hint', role: 'status' });
  const reject = button(page, text('screen.reject'), 'secondary');
  const refuse = (blocksSite: boolean) => onDecision({ kind: 'rejected', blocksSite });
  reject.addEventListener('click', () => refuse(false), { signal });
  const block = canBlockSite ? button(page, text('screen.blockSite'), 'quiet') : undefined;
  block?.addEventListener('click', () => refuse(true), { signal });
  const root = element(
    page,
    'main',
    { class: 'screen', lang: texts.locale, dir: texts.direction, 'aria-label': text('screen.label') },
    card,
    hint,
    element(page, 'div', { class: 'actions' }, reject),
    block,
  );
  return { root, card, details, content, hint, reject };
}

type Variant = 'primary' | 'secondary' | 'danger' | 'quiet';

function button(page: Document, label: string, variant: Variant): HTMLButtonElement {
  return element(page, 'button', { type: 'button', 'data-variant': variant }, label);
}

/** Puts a button beside Reject, in place of the one that is there. Reject stays where it is, and gets the focus of what goes. */
function place(reject: HTMLElement, go: HTMLElement | undefined, isSwapped: boolean): void {
  const old = [reject.previousElementSibling, reject.nextElementSibling];
  const hadFocus = old.includes(reject.ownerDocument.activeElement);
  for (const one of old) one?.remove();
  if (go !== undefined) reject[isSwapped ? 'before' : 'after'](go);
  if (hadFocus) reject.focus({ preventScroll: true });
}

function goButton(
  page: Document,
  text: Localized['text'],
  { risk }: Review,
  offer: Offer,
  isGrave: boolean,
): HTMLButtonElement {
  if (offer === 'window') return button(page, text('window.open'), 'primary');
  if (isGrave) return button(page, text('screen.approveAnyway'), 'danger');
  return button(page, text(risk === 'R1' ? 'screen.signIn' : 'screen.approve'), 'primary');
}

/** Milliseconds that something may cover the page, as a host's movement does, before that is said. */
const PASSING = 600;

/** What else of the screen a button moves that does not count yet. */
interface Hints {
  /** Says something beside the buttons; undefined: nothing. Answers where. */
  readonly tell: (what: Line | undefined, tone?: Tone) => HTMLElement;
  /** All of the page is seen, and it has the focus or has not. */
  readonly takeFocus: (state: 'armed' | 'unfocused') => void;
}

/** Makes the button count once it may, and says what keeps it from counting. */
function armApproval(
  { self, notBefore, hasWindow, signal, onDecision, onWindow, texts }: ScreenOptions,
  watched: readonly Element[],
  go: HTMLButtonElement,
  { tell, takeFocus }: Hints,
): void {
  let timer = 0;
  let isTold = false;
  const tellObstacle = (text: 'screen.small' | 'screen.covered') => {
    isTold = true;
    const hint = tell({ text }, 'danger');
    if (!hasWindow) return;
    const open = button(self.document, texts.text('window.open'), 'quiet');
    open.addEventListener('click', onWindow, { signal });
    hint.append(open);
  };
  const onChange = (state: ArmingState) => {
    go.setAttribute('aria-disabled', String(state !== 'armed'));
    if (state === 'armed' || state === 'unfocused') takeFocus(state);
    self.clearTimeout(timer);
    if (state === 'covered' || state === 'small') {
      timer = self.setTimeout(() => tellObstacle(`screen.${state}`), PASSING);
    } else if (isTold) {
      isTold = false;
      tell(undefined);
    }
  };
  signal.addEventListener('abort', () => self.clearTimeout(timer), { once: true });
  const arming = createArming({ self, watched, notBefore, onChange, signal });
  guardButton({
    self,
    button: go,
    arming,
    signal,
    onPress: press => onDecision({ kind: 'approved', press }),
    onEarly: () => {
      if (!isTold) tell({ text: 'screen.early' });
    },
  });
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
  content: HTMLElement,
): void {
  let told = 0;
  const tell = () => {
    // A page that is not shown has no measures yet.
    const wanted =
      content.offsetHeight === 0
        ? 0
        : Math.ceil(self.innerHeight - details.clientHeight + content.offsetHeight);
    const height = Math.min(Math.max(wanted, APPROVAL_LIMITS.height), APPROVAL_LIMITS.mostHeight);
    if (height === told) return;
    told = height;
    onHeight(height);
  };
  const observer = new self.ResizeObserver(tell);
  observer.observe(content);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  tell();
}
