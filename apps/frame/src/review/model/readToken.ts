import { checksumAddress, type ListedToken } from 'latchkit/protocol';
import { type AbiParameter, decodeAbiParameters, formatUnits, type Hex, isHex } from 'viem';
import type { Line, Slot } from '../../texts/createTexts.js';
import type { Change, ReviewContext } from './Review.js';
import { shortAddress, visibleText } from './visibleText.js';

/** A token from the operator's list; otherwise what its contract claims, which may be anything. */
export interface Token {
  readonly kind: 'coins' | 'collectible' | 'unknown';
  /** The symbol, or the shortened address of a token without a symbol. */
  readonly symbol: string;
  /** Undefined if unknown; amounts are then in the smallest unit. */
  readonly decimals?: number | undefined;
  /** Further details from the list; undefined if the token is not listed. */
  readonly listed?: { readonly name: string; readonly image?: string | undefined } | undefined;
  /** Whether an unlisted token uses the symbol of a listed one. */
  readonly poses?: boolean;
}

/** Selectors of ERC-20, ERC-165 and ERC-721 calls without parameters or with fixed ones. */
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';
const IS_ERC721 = `0x01ffc9a7${'80ac58cd'.padEnd(64, '0')}`;
const IS_ERC1155 = `0x01ffc9a7${'d9b67a26'.padEnd(64, '0')}`;

/** With more decimals, a 256-bit amount would look like almost nothing. */
const MOST_DECIMALS = 36n;

/**
 * Reads a token from the list, otherwise from its contract; without a response it is unknown. The contract of a listed token is
 * not called, since its claims can change.
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

/** Converts a list entry. The operator's texts are escaped like any others. */
export function listedAs({ name, symbol, decimals, image }: ListedToken): Token {
  return {
    kind: 'coins',
    symbol: visibleText(symbol, 16),
    decimals,
    listed: { name: visibleText(name), image },
  };
}

/** Amount and symbol of a token, as slots. */
export function amountOf(token: Token, amount: bigint): Readonly<Record<string, Slot>> {
  return {
    amount: { number: formatUnits(amount, token.decimals ?? 0) },
    token: token.symbol,
  };
}

/** Marks whether the list names the token: its claimed symbol alone is not trusted. */
export function tokenMark({ decimals, listed }: Token): Pick<Change, 'note' | 'image'> {
  if (listed === undefined) {
    return { note: { text: decimals === undefined ? 'note.unknownUnits' : 'note.unknownToken' } };
  }
  const { name, image } = listed;
  return { note: { text: 'note.listedToken', slots: { name } }, image };
}

/** Warns about a token that uses the symbol of another one. */
export function poseWarning({ poses = false, symbol }: Token): readonly Line[] {
  return poses ? [{ text: 'warning.poses', slots: { token: symbol } }] : [];
}
