import type { ListedToken } from 'latchkit/protocol';
import type { ChainTokens } from './TokenList.js';

/** Letters of other scripts that look like Latin ones. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ...pairs('АВСЕНІЈКМОРЅТХУ', 'ABCEHIJKMOPSTXY'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('₮0', 'TO'),
]);

/** Indexes the listed tokens of a chain by address and by the look of their symbols. */
export function chainTokens(listed: readonly ListedToken[]): ChainTokens {
  const byAddress = new Map(listed.map(token => [keyOf(token.address), token]));
  const shapes = new Set(listed.map(({ symbol }) => shapeOf(symbol)));
  return {
    at: address => byAddress.get(keyOf(address)),
    isTaken: symbol => shapes.has(shapeOf(symbol)),
  };
}

/** EVM addresses are case-insensitive, base58 addresses are not. */
const keyOf = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address);

/** What a symbol looks like to a reader: its letters and digits in one case and one script. */
function shapeOf(symbol: string): string {
  const letters = symbol
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}₮]/gu, '');
  return Array.from(letters, letter => ALIKE.get(letter) ?? letter).join('');
}

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  return Array.from(from, (letter, at) => [letter, to[at] ?? letter] as const);
}
