import type { Field } from '../review/model/Review.js';
import { shortAddress } from '../review/model/visibleText.js';
import type { Localized } from '../texts/createTexts.js';
import { element } from './element.js';

/** From this many digits on, a whole number of typed data is hardly a count, a time or a number of something. */
const MANY = 11;

/** Renders the name and the value of a field of typed data. */
export function renderField(
  page: Document,
  { text }: Pick<Localized, 'text'>,
  { path, value, as }: Field,
): [Node, Node] {
  const name = element(page, 'span', {}, element(page, 'bdi', {}, wordsOf(path)));
  if (as === 'number') {
    const isRaw = value.replace('-', '').length >= MANY;
    if (isRaw) name.append(' ', element(page, 'small', {}, text('field.raw')));
    return [name, element(page, 'span', { dir: 'ltr' }, inThousands(value))];
  }
  // Others can make an address whose ends are those of a known one, so only the user's own is shortened.
  if (as === 'own') {
    const short = element(page, 'code', { dir: 'ltr' }, shortAddress(value));
    return [name, element(page, 'span', {}, text('field.own'), ' ', short)];
  }
  if (as === 'address') return [name, element(page, 'code', { dir: 'ltr' }, ...inGroups(page, value))];
  return [name, element(page, 'bdi', {}, value)];
}

/** The name of a field in words: `order.makerAsset[1]` is `Order, maker asset 2`. The data's own names are under Advanced. */
export function wordsOf(path: string): string {
  const words = path
    .split('.')
    .map(name =>
      name
        .replace(/\[(\d+)\]/g, (_, at: string) => ` ${Number(at) + 1}`)
        .replace(/_+/g, ' ')
        .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
        .trim()
        .toLowerCase(),
    )
    .join(', ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** An address that breaks only between groups of four, so that two can be compared line by line. */
function inGroups(page: Document, address: string): (string | Node)[] {
  const groups = address.match(/^0x|.{1,4}/g) ?? [address];
  return groups.flatMap((group, at) => (at < 2 ? [group] : [page.createElement('wbr'), group]));
}

/** A whole number in groups of three digits, with the separator of ISO 80000, which means the same in every language. */
function inThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '\u202F');
}
