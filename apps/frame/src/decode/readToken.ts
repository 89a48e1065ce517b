import { type AbiParameter, decodeAbiParameters, formatUnits, type Hex, isHex } from 'viem';
import type { Line, Slot } from './Review.js';
import type { ReviewContext } from './ReviewContext.js';
import { visibleText } from './visibleText.js';

/** What a token's contract says of itself. It may say anything: its symbol is a claim. */
export interface Token {
  readonly kind: 'coins' | 'collectible' | 'unknown';
  readonly symbol?: string | undefined;
  /** Undefined: not told; amounts are then of the smallest unit. */
  readonly decimals?: number | undefined;
}

/** Calls of ERC-20, ERC-165 and ERC-721, which have no parameters or fixed ones. */
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';
const IS_ERC721 = `0x01ffc9a7${'80ac58cd'.padEnd(64, '0')}`;
const IS_ERC1155 = `0x01ffc9a7${'d9b67a26'.padEnd(64, '0')}`;

/** More would write an amount of 256 bits as a fraction of nothing. */
const MOST_DECIMALS = 36n;

/** What the chain says of a token; a contract that does not answer is an unknown one. */
export async function readToken(address: string, { read }: ReviewContext): Promise<Token> {
  const call = async (data: string, type: AbiParameter['type']): Promise<unknown> => {
    try {
      const answer = await read('eth_call', [{ to: address, data }, 'latest']);
      return isHex(answer) ? decodeAbiParameters([{ type }], answer as Hex)[0] : undefined;
    } catch {
      return undefined;
    }
  };
  const [symbol, decimals, isUnique, isMany] = await Promise.all([
    call(SYMBOL, 'string'),
    call(DECIMALS, 'uint256'),
    call(IS_ERC721, 'bool'),
    call(IS_ERC1155, 'bool'),
  ]);
  const named = typeof symbol === 'string' && symbol !== '' ? { symbol: visibleText(symbol, 16) } : {};
  if (isUnique === true || isMany === true) return { kind: 'collectible', ...named };
  if (typeof decimals !== 'bigint' || decimals > MOST_DECIMALS) return { kind: 'unknown', ...named };
  return { kind: 'coins', decimals: Number(decimals), ...named };
}

/** Amount and name of a token, as slots. */
export function amountOf(token: Token, amount: bigint): Readonly<Record<string, Slot>> {
  return {
    amount: { number: formatUnits(amount, token.decimals ?? 0) },
    token: token.symbol ?? '?',
  };
}

/** A token that no list of ours names: what it calls itself is not enough to trust it. */
export function tokenNote({ decimals }: Token): Line {
  return { text: decimals === undefined ? 'note.unknownUnits' : 'note.unknownToken' };
}
