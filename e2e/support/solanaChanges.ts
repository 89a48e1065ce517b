import { chainRequest } from './chain.js';

interface Landed {
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } };
  readonly meta: { readonly preBalances: readonly number[]; readonly postBalances: readonly number[] };
}

/**
 * What a transaction changed, in lamports by address; undefined until it has landed. Balances alone tell nothing: journeys that
 * run at the same time pay from and to the same accounts.
 */
export async function solanaChanges(
  url: string,
  signature: string,
): Promise<Readonly<Record<string, number>> | undefined> {
  const options = { encoding: 'json', maxSupportedTransactionVersion: 0 };
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
