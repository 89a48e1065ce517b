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
