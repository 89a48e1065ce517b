import type { Localized } from './createTexts.js';
import { element } from './element.js';
import type { Identity } from './Identity.js';

/** What is said about funds that the account lacks, and on demand the address where it can be sent to. */
export function renderShortage(
  page: Document,
  texts: Localized,
  notice: HTMLElement,
  { account, network }: Identity,
): HTMLElement {
  const { text, line } = texts;
  const address = element(page, 'code', { dir: 'ltr' }, account);
  const copy = element(
    page,
    'button',
    { type: 'button', 'data-variant': 'secondary' },
    text('shortage.copy'),
  );
  const copied = element(page, 'p', { role: 'status' });
  copy.addEventListener('click', () => {
    copied.textContent = text(copyText(page, address) ? 'shortage.copied' : 'shortage.notCopied');
  });
  const panel = element(
    page,
    'div',
    { class: 'receive', hidden: '' },
    element(page, 'p', {}, line({ text: 'shortage.send', slots: { network } })),
    element(page, 'p', {}, address),
    copy,
    copied,
  );
  const receive = element(
    page,
    'button',
    { type: 'button', 'data-variant': 'secondary', 'aria-expanded': 'false' },
    text('shortage.receive'),
  );
  receive.addEventListener('click', () => {
    panel.hidden = !panel.hidden;
    receive.setAttribute('aria-expanded', String(!panel.hidden));
  });
  return element(page, 'div', { class: 'shortage' }, notice, receive, panel);
}

/** Copies the way that also works in a frame without permission for the clipboard; else the address stays selected. */
function copyText(page: Document, what: HTMLElement): boolean {
  page.getSelection()?.selectAllChildren(what);
  return page.execCommand('copy');
}
