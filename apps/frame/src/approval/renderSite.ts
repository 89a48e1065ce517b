import { visibleText } from '../decode/visibleText.js';
import type { Localized } from './createTexts.js';
import { element, icon } from './element.js';
import type { Identity } from './Identity.js';

/** The bar that says whose words these are. No theme and no request takes it away. */
export function renderSecureBar(page: Document, { line }: Localized): HTMLElement {
  const wallet = page.location.host;
  return element(
    page,
    'div',
    { class: 'secure' },
    icon(page, 'lock'),
    element(page, 'span', {}, line({ text: 'screen.secure', slots: { wallet } })),
  );
}

/** The page that asks: by its origin, which nobody else can have, and only under it by what it calls itself. */
export function renderSite(page: Document, { line }: Localized, identity: Identity): HTMLElement {
  const { hostOrigin, claimedName, network } = identity;
  const { protocol, host } = new URL(hostOrigin);
  // On a connection that anybody can change, that is part of who asks.
  const name = protocol === 'https:' ? host : hostOrigin;
  const claim =
    claimedName === undefined || claimedName.trim() === ''
      ? undefined
      : element(
          page,
          'span',
          { class: 'claim' },
          line({ text: 'screen.claims', slots: { name: visibleText(claimedName) } }),
        );
  return element(
    page,
    'div',
    { class: 'site' },
    element(page, 'span', { class: 'tile', 'aria-hidden': 'true' }, host.slice(0, 1).toUpperCase()),
    element(
      page,
      'div',
      { class: 'who' },
      element(page, 'strong', { class: 'origin', dir: 'ltr' }, ...breakable(page, name)),
      claim,
    ),
    element(page, 'span', { class: 'network' }, visibleText(network)),
  );
}

/** A name that takes a further line after a dot, and within a word only where there is no other way. */
function breakable(page: Document, name: string): (string | Node)[] {
  return name
    .split(/(?<=\.)/)
    .flatMap((label, at) => (at === 0 ? [label] : [page.createElement('wbr'), label]));
}

/** An email address with the most of its name covered: enough to know one's own by. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = visibleText(email.slice(0, Math.min(2, at)));
  return `${name}•••${visibleText(email.slice(at))}`;
}
