import type { ReviewContext } from '../model/Review.js';
import type { Holdings } from '../model/readHoldings.js';
import { accountData, addressAt } from './readLookups.js';

/** Reads the mint of a token account and the mint's decimals from the chain. */
export async function readMint(
  tokenAccount: string,
  { read }: ReviewContext,
): Promise<{ readonly mint: string; readonly decimals: number } | undefined> {
  const dataOf = (address: string) =>
    read('getAccountInfo', [address, { encoding: 'base64' }]).then(accountData, () => undefined);
  const mint = addressAt(await dataOf(tokenAccount), 0);
  const decimals = mint === undefined ? undefined : (await dataOf(mint))?.[44];
  return mint === undefined || decimals === undefined ? undefined : { mint, decimals };
}

/** An amount above half of the 64-bit maximum counts as unlimited, whatever the chain reports. */
const HALF = 2n ** 63n;

/** Offsets of a token account's amount and a mint's supply in their data; 8 bytes, little-endian. */
const AMOUNT_AT = 64;
const SUPPLY_AT = 36;

/** Reads a token account's balance and the token's supply. */
export async function readSolanaHoldings(
  tokenAccount: string | undefined,
  mint: string | undefined,
  { read }: ReviewContext,
): Promise<Holdings> {
  const numberIn = async (address: string | undefined, at: number) => {
    if (address === undefined) return undefined;
    const asked = read('getAccountInfo', [address, { encoding: 'base64' }]);
    const data = await asked.then(accountData, () => undefined);
    if (data === undefined || data.length < at + 8) return undefined;
    return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(at, true);
  };
  const [balance, supply] = await Promise.all([numberIn(tokenAccount, AMOUNT_AT), numberIn(mint, SUPPLY_AT)]);
  return { balance, supply: supply !== undefined && supply < HALF ? supply : HALF - 1n };
}

/** Shortest data of a token account, and the offset of the number that says whether it holds wrapped SOL, 4 bytes. */
const ACCOUNT_LENGTH = 165;
const NATIVE_AT = 109;

/**
 * Reads the lamports that leave with a token account when it is closed: its deposit and, of wrapped SOL, the balance. Undefined if the
 * chain did not say, or the account is not one of the program yet.
 */
export async function readClosing(
  tokenAccount: string,
  program: string | undefined,
  { read }: ReviewContext,
): Promise<{ readonly lamports: bigint; readonly isNative: boolean } | undefined> {
  try {
    const options = { encoding: 'base64', commitment: 'processed' };
    const answer = await read('getAccountInfo', [tokenAccount, options]);
    const { value } = answer as { readonly value?: Readonly<Record<string, unknown>> | null };
    const data = accountData(answer);
    const lamports = value?.lamports;
    if (data === undefined || data.length < ACCOUNT_LENGTH || value?.owner !== program) return undefined;
    if (!Number.isSafeInteger(lamports)) return undefined;
    const isNative = data.subarray(NATIVE_AT, NATIVE_AT + 4).some(byte => byte !== 0);
    return { lamports: BigInt(lamports as number), isNative };
  } catch {
    return undefined;
  }
}
