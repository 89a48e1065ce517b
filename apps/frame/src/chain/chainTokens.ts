import type { ListedToken } from 'latchkit/protocol';
import type { ChainTokens } from './TokenList.js';

/** Letters of other scripts that look like these. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ...pairs('АВСЕНІЈКМОРЅТХУ', 'ABCEHIJKMOPSTXY'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('₮0', 'TO'),
]);

/** What is listed of a chain, by address and by what its names look like. */
export function chainTokens(listed: readonly ListedToken[]): ChainTokens {
  const byAddress = new Map(listed.map(token => [keyOf(token.address), token]));
  const shapes = new Set(listed.map(({ symbol }) => shapeOf(symbol)));
  return {
    at: address => byAddress.get(keyOf(address)),
    isTaken: symbol => shapes.has(shapeOf(symbol)),
  };
}

/** Addresses of EIP-155 are the same in any case; those in base58 are not. */
const keyOf = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address);

/** What a reader takes a symbol for: its letters and digits, in one case and one script. */
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
