import {
  type Address,
  type EncodedAccount,
  isSome,
  type MaybeEncodedAccount,
  type Option,
} from '@solana/kit';
import {
  getMintDecoder,
  getTokenDecoder,
  type Mint,
  TOKEN_PROGRAM_ADDRESS,
  type Token,
} from '@solana-program/token';

/** The Token-2022 program. Its accounts start like those of the Token program; extensions follow. */
export const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;

export const TOKEN_PROGRAMS: readonly Address[] = [TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS];

const MINT_SIZE = 82;
const TOKEN_SIZE = 165;
/** The type byte of a Token-2022 account with extensions: a token account. */
const TYPE_OF_TOKEN = 2;

/** Reads the token account in this account, if it is one. */
export function readToken(account: MaybeEncodedAccount | EncodedAccount): Token | undefined {
  if (!isOfTokenProgram(account)) return undefined;
  const { data } = account;
  const fits = data.length === TOKEN_SIZE || (data.length > TOKEN_SIZE && data[TOKEN_SIZE] === TYPE_OF_TOKEN);
  return fits ? getTokenDecoder().decode(data.subarray(0, TOKEN_SIZE)) : undefined;
}

/** Reads the mint in this account, if it is one. */
export function readMint(account: MaybeEncodedAccount | EncodedAccount): Mint | undefined {
  if (!isOfTokenProgram(account) || readToken(account)) return undefined;
  const { data } = account;
  return data.length >= MINT_SIZE ? getMintDecoder().decode(data.subarray(0, MINT_SIZE)) : undefined;
}

function isOfTokenProgram(account: MaybeEncodedAccount | EncodedAccount): account is EncodedAccount {
  return (!('exists' in account) || account.exists) && TOKEN_PROGRAMS.includes(account.programAddress);
}

/** Where a mint's extensions begin, their kind for scaled amounts, and the type byte of a mint with extensions. */
const EXTENSIONS_AT = 166;
const SCALED = { kind: 25, length: 56 } as const;
const TYPE_OF_MINT = 1;

/** The extension of Token-2022 for scaled amounts; times are in seconds. */
export interface ScaledAmounts {
  readonly multiplier: number;
  readonly newMultiplier: number;
  readonly newMultiplierEffectiveTimestamp: bigint;
}

/** Reads the extension for scaled amounts, if a mint has it as its first one. */
export function readScale({ data }: EncodedAccount): ScaledAmounts | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < EXTENSIONS_AT + 4 + SCALED.length || data[TOKEN_SIZE] !== TYPE_OF_MINT) return undefined;
  if (view.getUint16(EXTENSIONS_AT, true) !== SCALED.kind) return undefined;
  const from = EXTENSIONS_AT + 4;
  return {
    multiplier: view.getFloat64(from + 32, true),
    newMultiplierEffectiveTimestamp: view.getBigInt64(from + 40, true),
    newMultiplier: view.getFloat64(from + 48, true),
  };
}

/** A mint's data with the extension. */
export function withScale(mint: Uint8Array, scale: ScaledAmounts): Uint8Array {
  const data = new Uint8Array(EXTENSIONS_AT + 4 + SCALED.length);
  data.set(mint.subarray(0, MINT_SIZE));
  data[TOKEN_SIZE] = TYPE_OF_MINT;
  const view = new DataView(data.buffer);
  view.setUint16(EXTENSIONS_AT, SCALED.kind, true);
  view.setUint16(EXTENSIONS_AT + 2, SCALED.length, true);
  const from = EXTENSIONS_AT + 4;
  view.setFloat64(from + 32, scale.multiplier, true);
  view.setBigInt64(from + 40, scale.newMultiplierEffectiveTimestamp, true);
  view.setFloat64(from + 48, scale.newMultiplier, true);
  return data;
}

/** A token amount as RPC nodes format it. */
export interface TokenAmount {
  readonly amount: string;
  readonly decimals: number;
  readonly uiAmount: number | null;
  readonly uiAmountString: string;
}

/** @param factor - By which a scaled token's amounts are multiplied when they are shown. */
export function tokenAmount(amount: bigint, decimals: number, factor = 1): TokenAmount {
  // As the program does, in floating point: what is left over is cut off.
  const shown = factor === 1 ? amount : BigInt(Math.trunc(Number(amount) * factor));
  const digits = shown.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, '');
  const uiAmountString = fraction ? `${digits.slice(0, point)}.${fraction}` : digits.slice(0, point);
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

/** The name of a token program in `jsonParsed` responses. */
export function programName(program: Address): string {
  return program === TOKEN_PROGRAM_ADDRESS ? 'spl-token' : 'spl-token-2022';
}

/** The value of an option, or null. */
export function orNull<T>(option: Option<T>): T | null {
  return isSome(option) ? option.value : null;
}
