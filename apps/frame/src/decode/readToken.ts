import { checksumAddress, type ListedToken } from 'latchkit/protocol';
import { type AbiParameter, decodeAbiParameters, formatUnits, type Hex, isHex } from 'viem';
import type { Change, Line, Slot } from './Review.js';
import type { ReviewContext } from './ReviewContext.js';
import { shortAddress } from './shortAddress.js';
import { visibleText } from './visibleText.js';

/** A token as the operator's list has it; else what its contract says of itself, which may be anything: a claim. */
export interface Token {
  readonly kind: 'coins' | 'collectible' | 'unknown';
  /** Both ends of its address, where it has no name. */
  readonly symbol: string;
  /** Undefined: not told; amounts are then of the smallest unit. */
  readonly decimals?: number | undefined;
  /** What the list says besides; undefined: it is not listed. */
  readonly listed?: { readonly name: string; readonly image?: string | undefined } | undefined;
  /** It is not listed, and calls itself what a listed token is called. */
  readonly poses?: boolean;
}

/** Calls of ERC-20, ERC-165 and ERC-721, which have no parameters or fixed ones. */
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';
const IS_ERC721 = `0x01ffc9a7${'80ac58cd'.padEnd(64, '0')}`;
const IS_ERC1155 = `0x01ffc9a7${'d9b67a26'.padEnd(64, '0')}`;

/** More would write an amount of 256 bits as a fraction of nothing. */
const MOST_DECIMALS = 36n;

/**
 * A token by the list; else by its contract, and one that does not answer is an unknown one. Of a listed token the contract is
 * not asked: what it says of itself could be changed.
 */
export async function readToken(address: string, { read, tokens }: ReviewContext): Promise<Token> {
  const known = await tokens();
  const listed = known.at(address);
  if (listed !== undefined) return listedAs(listed);
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
  const named =
    typeof symbol === 'string' && symbol !== ''
      ? { symbol: visibleText(symbol, 16), poses: known.isTaken(symbol) }
      : { symbol: shortAddress(checksumAddress(address)) };
  if (isUnique === true || isMany === true) return { kind: 'collectible', ...named };
  if (typeof decimals !== 'bigint' || decimals > MOST_DECIMALS) return { kind: 'unknown', ...named };
  return { kind: 'coins', decimals: Number(decimals), ...named };
}

/** What the list says. Its texts are the operator's, and shown like anybody's. */
export function listedAs({ name, symbol, decimals, image }: ListedToken): Token {
  return {
    kind: 'coins',
    symbol: visibleText(symbol, 16),
    decimals,
    listed: { name: visibleText(name), image },
  };
}

/** Amount and name of a token, as slots. */
export function amountOf(token: Token, amount: bigint): Readonly<Record<string, Slot>> {
  return {
    amount: { number: formatUnits(amount, token.decimals ?? 0) },
    token: token.symbol,
  };
}

/** Whether a list names the token: what it calls itself is not enough to trust it. */
export function tokenMark({ decimals, listed }: Token): Pick<Change, 'note' | 'image'> {
  if (listed === undefined) {
    return { note: { text: decimals === undefined ? 'note.unknownUnits' : 'note.unknownToken' } };
  }
  const { name, image } = listed;
  return { note: { text: 'note.listedToken', slots: { name } }, image };
}

/** A token under the name of another one is worth a warning of its own. */
export function poseWarning({ poses = false, symbol }: Token): readonly Line[] {
  return poses ? [{ text: 'warning.poses', slots: { token: symbol } }] : [];
}
