import { chainRequest } from './chain.js';

interface Landed {
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } };
  readonly meta: { readonly preBalances: readonly number[]; readonly postBalances: readonly number[] };
}

/**
 * Returns the balance changes of a transaction in lamports by address, or undefined until it is confirmed. Balances alone are not
 * enough, because concurrent journeys use the same accounts.
 */
export async function solanaChanges(
  url: string,
  signature: string,
): Promise<Readonly<Record<string, number>> | undefined> {
  const options = { encoding: 'json', maxSupportedTransactionVersion: 1 };
  const landed = await chainRequest<Landed | null>(url, 'getTransaction', [signature, options]);
  if (landed === null) return undefined;
  const { preBalances, postBalances } = landed.meta;
  return Object.fromEntries(
    landed.transaction.message.accountKeys.map((key, at) => [
      key,
      (postBalances[at] ?? 0) - (preBalances[at] ?? 0),
    ]),
  );
}
