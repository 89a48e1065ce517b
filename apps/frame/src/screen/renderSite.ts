import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import { visibleText } from '../review/model/visibleText.js';
import type { Localized } from '../texts/createTexts.js';
import { element, icon } from './element.js';

/** The bar that identifies the wallet. No theme and no request can remove it. */
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

/** The requesting site: its origin, which can't be forged, with its claimed name and the registered one below. */
export function renderSite(page: Document, { line }: Localized, identity: RequestIdentity): HTMLElement {
  const { hostOrigin, claimedName, projectName, network } = identity;
  const { protocol, host } = new URL(hostOrigin);
  // On an insecure connection the scheme is part of the origin to check.
  const name = protocol === 'https:' ? host : hostOrigin;
  const note = (text: 'screen.claims' | 'screen.project', given = '') =>
    given.trim() === ''
      ? undefined
      : element(page, 'span', { class: 'claim' }, line({ text, slots: { name: visibleText(given) } }));
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
      network === '' ? undefined : element(page, 'span', { class: 'network' }, visibleText(network)),
      note('screen.claims', claimedName),
      note('screen.project', projectName),
    ),
  );
}

/** A name that breaks after dots, and within a word only if necessary. */
function breakable(page: Document, name: string): (string | Node)[] {
  return name
    .split(/(?<=\.)/)
    .flatMap((label, at) => (at === 0 ? [label] : [page.createElement('wbr'), label]));
}
