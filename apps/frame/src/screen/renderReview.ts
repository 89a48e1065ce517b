import type { RequestIdentity } from '../review/model/RequestIdentity.js';
import type { Change, Fact, Review } from '../review/model/Review.js';
import { shortAddress } from '../review/model/visibleText.js';
import type { Line, Localized } from '../texts/createTexts.js';
import type { TextKey } from '../texts/en.js';
import { element, type IconName, icon } from './element.js';
import type { LimitForms } from './limitForms.js';
import { renderField } from './renderField.js';
import { renderShortage } from './renderShortage.js';
import { tierOfWarning } from './tierOf.js';

/** Renders a review in the user's language. */
export function renderReview(
  page: Document,
  texts: Localized,
  review: Review,
  identity: RequestIdentity,
  { status, forms = [] }: { readonly status?: TextKey | undefined; readonly forms?: readonly LimitForms[] },
): DocumentFragment {
  const { text, line } = texts;
  const fragment = page.createDocumentFragment();
  fragment.append(element(page, 'h1', {}, line(review.action)));
  if (review.lead !== undefined) fragment.append(element(page, 'p', { class: 'lead' }, line(review.lead)));
  if (review.blocks.length > 0) {
    fragment.append(
      ...review.blocks.map(block => notice(page, texts, 'danger', block, text('screen.blocked'))),
    );
  }
  if (review.shortage !== undefined) {
    const missing = notice(page, texts, 'warning', review.shortage, text('shortage.title'));
    fragment.append(renderShortage(page, texts, missing, identity));
  }
  fragment.append(
    ...review.warnings.map(warning =>
      notice(page, texts, tierOfWarning(warning) === 'danger' ? 'danger' : 'warning', warning),
    ),
  );
  if (review.changes.length > 0) {
    const own = review.calls === undefined ? forms[0]?.amount : undefined;
    const list = review.changes.map((change, at) =>
      renderChange(page, texts, change, at === 0 ? own : undefined),
    );
    fragment.append(
      element(page, 'h2', {}, text('screen.changes')),
      element(page, 'ul', { class: 'changes' }, ...list),
    );
  }
  if (review.calls !== undefined) fragment.append(...renderCalls(page, texts, review.calls, forms));
  if (status !== undefined) {
    fragment.append(renderStatus(page, texts, status));
  }
  if (review.message !== undefined) {
    fragment.append(
      element(page, 'h2', {}, text('screen.message')),
      element(page, 'pre', { dir: 'auto', class: 'message' }, review.message),
    );
  }
  if (review.fields !== undefined && review.fields.length > 0) {
    fragment.append(
      element(page, 'h2', {}, text('screen.fields')),
      pairs(
        page,
        'fields',
        review.fields.map(field => renderField(page, texts, field)),
      ),
    );
  }
  fragment.append(
    renderFacts(page, texts, review.facts, identity, review.calls === undefined ? forms[0]?.end : undefined),
  );
  if (review.raw.length > 0) fragment.append(renderRaw(page, texts, review.raw));
  return fragment;
}

/**
 * Marks where the end of a review begins that may stay out of view: the account that was asked, and the bytes behind a press. A site
 * decides how high the page is, so nothing else may be in it: no amount, receiver, fee or limit.
 */
export const TAIL = 'data-tail';

/** The severity of a notice. */
export type Tone = 'danger' | 'warning' | 'info';

/** A notice at the top, marked by an icon as well as by colour. */
export function notice(
  page: Document,
  { line }: Localized,
  tone: Tone,
  what: Line,
  title?: string,
): HTMLElement {
  const icons: Readonly<Record<Tone, IconName>> = { danger: 'alert', warning: 'warning', info: 'lock' };
  return element(
    page,
    'div',
    { class: 'notice', 'data-tone': tone },
    icon(page, icons[tone]),
    element(
      page,
      'div',
      {},
      title === undefined ? undefined : element(page, 'strong', {}, title),
      element(page, 'span', {}, line(what)),
    ),
  );
}

/** The texts of a status that is good or bad news. */
const STATUS_TONES: Readonly<Partial<Record<TextKey, 'success' | 'warning' | 'danger'>>> = {
  'screen.simulated': 'success',
  'screen.notSimulated': 'warning',
  'limits.failed': 'danger',
  'window.notOpened': 'danger',
  'window.passkeyFailed': 'danger',
  'window.passwordWrong': 'danger',
};

function renderStatus(page: Document, { text }: Localized, status: TextKey): HTMLElement {
  const tone = STATUS_TONES[status];
  const icons = { success: 'check', warning: 'warning', danger: 'alert' } as const;
  return element(
    page,
    'p',
    { class: 'status', role: 'status', ...(tone && { 'data-tone': tone }) },
    tone && icon(page, icons[tone]),
    element(page, 'span', {}, text(status)),
  );
}

function renderChange(
  page: Document,
  { line }: Localized,
  { tone, line: what, note, image }: Change,
  form: HTMLElement | undefined,
): HTMLElement {
  return element(
    page,
    'li',
    { class: 'change', 'data-tone': tone },
    image === undefined ? undefined : tokenImage(page, image),
    element(page, 'span', { class: 'amount' }, line(what)),
    note === undefined ? undefined : element(page, 'span', { class: 'note' }, line(note)),
    form,
  );
}

/** The image comes from the wallet service, the only origin that the page's policy allows. A failed image leaves no gap. */
function tokenImage(page: Document, id: string): HTMLElement {
  const src = String(new URL(`token-images/${encodeURIComponent(id)}`, page.baseURI));
  const image = element(page, 'img', { class: 'token', src, alt: '', width: '24', height: '24' });
  image.addEventListener('error', () => image.remove(), { once: true });
  return image;
}

/** The calls in their order, each with its details behind a press. */
function renderCalls(
  page: Document,
  texts: Localized,
  { order, list }: NonNullable<Review['calls']>,
  forms: readonly LimitForms[],
): readonly HTMLElement[] {
  const { text, line } = texts;
  const items = list.map(({ action, changes, facts }, at) => {
    const about = [...changes.map(change => line(change.line)), ...facts.slice(0, 1).flatMap(shortOf(page))];
    const what = element(
      page,
      'span',
      { class: 'what' },
      element(page, 'span', {}, line(action)),
      ...about.map(one => element(page, 'small', {}, one)),
    );
    const number = element(page, 'span', { class: 'number' }, String(at + 1));
    const notes = changes.flatMap(({ note }) => (note === undefined ? [] : [note]));
    return element(
      page,
      'li',
      {},
      element(
        page,
        'details',
        {},
        element(page, 'summary', {}, number, what, icon(page, 'chevron')),
        ...notes.map(note => element(page, 'p', { class: 'note' }, line(note))),
        forms[at]?.amount,
        renderPairs(page, texts, facts, { end: forms[at]?.end }),
      ),
    );
  });
  return [element(page, 'h2', {}, text(order)), element(page, 'ol', { class: 'calls' }, ...items)];
}

/** The short form of an address in a fact; other facts have none. */
function shortOf(page: Document): (fact: Fact) => readonly Node[] {
  return ({ value }) =>
    'address' in value ? [element(page, 'code', { dir: 'ltr' }, shortAddress(value.address))] : [];
}

function renderFacts(
  page: Document,
  texts: Localized,
  facts: readonly Fact[],
  { login, account, accountName }: RequestIdentity,
  end: HTMLElement | undefined,
): HTMLElement {
  const address = account === '' ? [] : [' ', element(page, 'code', { dir: 'ltr' }, shortAddress(account))];
  const name = accountName === undefined ? [] : [' ', element(page, 'bdi', {}, accountName)];
  const own = element(page, 'span', {}, element(page, 'bdi', {}, login), ...name, ...address);
  const more: readonly [Node, Node] = [page.createTextNode(texts.text('fact.account')), own];
  // Before a login there is no account.
  const list = renderPairs(page, texts, facts, { more: login === '' ? [] : [more], end });
  if (login !== '') list.lastElementChild?.setAttribute(TAIL, '');
  return list;
}

function renderPairs(
  page: Document,
  { text, line }: Localized,
  facts: readonly Fact[],
  { more = [], end }: { readonly more?: readonly (readonly [Node, Node])[]; readonly end?: Node | undefined },
): HTMLElement {
  const shown = ({ label, value }: Fact): Node => {
    if ('address' in value) return element(page, 'code', { dir: 'ltr' }, value.address);
    const made = 'plain' in value ? element(page, 'bdi', {}, value.plain) : line(value);
    return end && label === 'fact.until' ? element(page, 'span', {}, made, end) : made;
  };
  return pairs(page, 'facts', [
    ...facts.map((fact): [Node, Node] => [page.createTextNode(text(fact.label)), shown(fact)]),
    ...more,
  ]);
}

function renderRaw(page: Document, { text }: Localized, raw: Review['raw']): HTMLElement {
  return element(
    page,
    'details',
    { [TAIL]: '' },
    element(page, 'summary', {}, element(page, 'span', {}, text('screen.advanced')), icon(page, 'chevron')),
    ...raw.flatMap(one => [
      element(page, 'h2', {}, text(one.label)),
      element(page, 'pre', { dir: 'ltr', class: 'raw' }, one.text),
    ]),
  );
}

function pairs(page: Document, name: string, rows: readonly (readonly [Node, Node])[]): HTMLElement {
  return element(
    page,
    'dl',
    { class: name },
    ...rows.map(([label, value]) =>
      element(page, 'div', {}, element(page, 'dt', {}, label), element(page, 'dd', {}, value)),
    ),
  );
}
