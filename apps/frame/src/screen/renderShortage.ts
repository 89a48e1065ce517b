import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import type { Localized } from '../texts/createTexts.js';
import { element } from './element.js';

/** Renders the notice about missing funds and, on request, the address to send them to. */
export function renderShortage(
  page: Document,
  texts: Localized,
  notice: HTMLElement,
  { account, network }: RequestIdentity,
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

/** Copies with a method that works in a frame without clipboard permission; otherwise the address stays selected. */
function copyText(page: Document, what: HTMLElement): boolean {
  page.getSelection()?.selectAllChildren(what);
  return page.execCommand('copy');
}
