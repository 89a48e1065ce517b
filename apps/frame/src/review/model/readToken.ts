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
  /** Absent: its amounts are shown as they are. */
  readonly scale?: TokenScale | undefined;
}

/** By which factor the amounts of a contract or mint are shown; `unread`: the chain did not say. */
export type TokenScale =
  | { readonly token: string; readonly factor: 'unread' }
  | { readonly token: string; readonly factor: string; readonly shows: (units: bigint) => bigint };

/** Reads the scale of a token. Its code is loaded with the first token that is reviewed. */
export async function scaleOf(token: string, context: ReviewContext): Promise<TokenScale | undefined> {
  try {
    const { readScale } = await import('./readScale.js');
    return await readScale(token, context);
  } catch {
    return { token, factor: 'unread' };
  }
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
 * asked only for its factor, since its claims can change.
 */
export async function readToken(address: string, context: ReviewContext): Promise<Token> {
  const { read, tokens } = context;
  const known = await tokens();
  const listed = known.at(address);
  if (listed !== undefined) return { ...listedAs(listed), scale: await scaleOf(address, context) };
  const call = async (data: string, type: AbiParameter['type']): Promise<unknown> => {
    try {
      const answer = await read('eth_call', [{ to: address, data }, 'latest']);
      return isHex(answer) ? decodeAbiParameters([{ type }], answer as Hex)[0] : undefined;
    } catch {
      return undefined;
    }
  };
  const [symbol, decimals, isUnique, isMany, scale] = await Promise.all([
    call(SYMBOL, 'string'),
    call(DECIMALS, 'uint256'),
    call(IS_ERC721, 'bool'),
    call(IS_ERC1155, 'bool'),
    scaleOf(address, context),
  ]);
  const named =
    typeof symbol === 'string' && symbol !== ''
      ? { symbol: visibleText(symbol, 16), poses: known.isTaken(symbol) }
      : { symbol: shortAddress(checksumAddress(address)) };
  if (isUnique === true || isMany === true) return { kind: 'collectible', ...named };
  if (typeof decimals !== 'bigint' || decimals > MOST_DECIMALS) return { kind: 'unknown', ...named };
  return { kind: 'coins', decimals: Number(decimals), ...named, scale };
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

/** Amount and symbol of a token, as slots. What a scaled token shows, as in its wallets. */
export function amountOf({ scale, decimals, symbol }: Token, amount: bigint): Readonly<Record<string, Slot>> {
  const shown = scale && 'shows' in scale ? scale.shows(amount) : amount;
  return { amount: { number: formatUnits(shown, decimals ?? 0) }, token: symbol };
}

/**
 * Marks whether the list names the token: its claimed symbol alone is not trusted. Of a scaled one, it says what moves too.
 *
 * @param amount - That {@link amountOf} shows.
 */
export function tokenMark(
  { decimals, listed, scale }: Token,
  amount: bigint,
): Pick<Change, 'note' | 'image' | 'scale'> {
  const named = listed && { name: listed.name };
  const image = listed && { image: listed.image };
  const slotsOf = (slots = {}) => ({ slots: { ...named, ...slots } });
  if (scale && 'shows' in scale) {
    const { token, factor } = scale;
    const slots = { amount: { number: formatUnits(amount, decimals ?? 0) }, factor: { number: factor } };
    const text = listed ? 'note.listedScaled' : 'note.unknownScaled';
    return { note: { text, ...slotsOf(slots) }, ...image, scale: { token, factor } };
  }
  const isUnread = scale !== undefined && decimals !== undefined;
  if (listed)
    return { note: { text: isUnread ? 'note.listedUnread' : 'note.listedToken', ...slotsOf() }, ...image };
  const unknown = decimals === undefined ? 'note.unknownUnits' : 'note.unknownToken';
  return { note: { text: isUnread ? 'note.unknownUnread' : unknown } };
}

/** Warns about a token that uses the symbol of another one. */
export function poseWarning({ poses = false, symbol }: Token): readonly Line[] {
  return poses ? [{ text: 'warning.poses', slots: { token: symbol } }] : [];
}
