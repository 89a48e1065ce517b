import type { Review } from '../review/model/Review.js';
import type { Localized } from '../texts/createTexts.js';
import type { ScreenOptions } from './createScreen.js';
import { element } from './element.js';
import { renderSecureBar, renderSite } from './renderSite.js';

/** Draws the permanent parts of the screen. */
export function drawScreen({ self, texts, identity, canBlockSite, signal, onDecision }: ScreenOptions) {
  const page = self.document;
  const { text } = texts;
  const content = element(page, 'div', { class: 'content' }, drawPreparing(page, texts));
  const end = element(page, 'div', { class: 'end' });
  const details = element(
    page,
    'div',
    { class: 'details', tabindex: '0', role: 'region', 'aria-label': text('screen.details') },
    content,
    end,
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
    // Above the buttons, which stay where they were in the requests before.
    block,
    hint,
    element(page, 'div', { class: 'actions' }, reject),
  );
  return { root, card, details, content, end, hint, reject };
}

/** What the details say until the request is ready. */
export function drawPreparing(page: Document, { text }: Localized): HTMLElement {
  return element(page, 'p', { role: 'status', class: 'preparing' }, text('screen.preparing'));
}

type Variant = 'primary' | 'secondary' | 'danger' | 'quiet';

/** Creates a button. */
export function button(page: Document, label: string, variant: Variant): HTMLButtonElement {
  return element(page, 'button', { type: 'button', 'data-variant': variant }, label);
}

/** Creates the Approve button, which does not count yet. */
export function approveButton(
  page: Document,
  text: Localized['text'],
  { action, labels }: Review,
  isGrave: boolean,
): HTMLButtonElement {
  const label = labels?.approve ?? (action.text === 'action.signIn' ? 'screen.signIn' : 'screen.approve');
  const made = isGrave
    ? button(page, text('screen.approveAnyway'), 'danger')
    : button(page, text(label), 'primary');
  made.disabled = true;
  return made;
}
