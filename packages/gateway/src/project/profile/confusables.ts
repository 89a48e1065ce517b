/**
 * Letters that readers confuse with Latin ones, of those that a name with Latin letters may have (ENSIP-15): accents aside, that are
 * few Latin letters and the scripts of Chinese, Japanese and Korean. From the table of UTS #39 (Unicode 10), with `i`, which it
 * confuses in upper case only. A migration has the same table.
 */
const LETTERS: Readonly<Record<string, string>> = {
  i: 'l',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  丨: 'l',
  '\u1175': 'l',
  '\u110B': 'o',
  ー: '-',
  一: '-',
  '\u1173': '-',
};

/** Digits that stand for letters, beyond 0 and 1. Only words that matter are compared with it: `adal5` is not `adals`. */
const DIGITS: Readonly<Record<string, string>> = {
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
};

/**
 * What a label is compared by with taken ones, so that each of two that readers confuse has the same: without accents, and with one
 * letter for those that are alike, alone or in pairs.
 */
export function skeletonOf(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/^-+|-+$/g, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** A coarser skeleton, which was added later: the database derives it from {@link skeletonOf}, by the same rules. */
export function lookOf(skeleton: string): string {
  return mapped(skeleton, LETTERS)
    .replaceAll('cl', 'd')
    .replace(/^-+|-+$/g, '');
}

/** The look of a text whose digits are read as letters. */
export function wordLook(text: string): string {
  return lookOf(skeletonOf(mapped(text, DIGITS)));
}

function mapped(text: string, table: Readonly<Record<string, string>>): string {
  return [...text].map(letter => table[letter] ?? letter).join('');
}
