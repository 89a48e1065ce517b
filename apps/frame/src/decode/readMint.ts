import type { ReviewContext } from './ReviewContext.js';
import { accountData, addressAt } from './readLookups.js';

/** The mint of a token account, and a mint's decimals, as the chain has them. */
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
