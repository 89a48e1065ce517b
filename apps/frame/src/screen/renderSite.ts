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
  const { hostOrigin, claimedName, icon: picture, projectName, network } = identity;
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
    renderTile(page, host, picture),
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

/** The site's own picture, which proves nothing, or the first letter of its host. */
function renderTile(page: Document, host: string, picture: string | undefined): HTMLElement {
  const letter = host.slice(0, 1).toUpperCase();
  const tile = element(page, 'span', { class: 'tile', 'aria-hidden': 'true' }, letter);
  if (picture === undefined) return tile;
  const image = element(page, 'img', { src: picture, alt: '', width: '36', height: '36' });
  image.addEventListener('load', () => tile.replaceChildren(image), { once: true });
  return tile;
}

/** A name that breaks after dots, and within a word only if necessary. */
function breakable(page: Document, name: string): (string | Node)[] {
  return name
    .split(/(?<=\.)/)
    .flatMap((label, at) => (at === 0 ? [label] : [page.createElement('wbr'), label]));
}
