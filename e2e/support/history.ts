import type { Stack } from './startStack.js';

/** What the gateway says of a transaction of an account. */
interface ListedTransaction {
  readonly metadata: { readonly operationType: string };
  readonly transfers: readonly { readonly quantity: { readonly numeric: string } }[];
}

interface HistoryPage {
  readonly data: readonly ListedTransaction[];
  readonly next: string | null;
}

/** Reads the first page of an account's history on chain A from the gateway. */
export async function readHistory({ gateway }: Stack, address: string): Promise<HistoryPage> {
  const query = new URLSearchParams({ projectId: '0'.repeat(32), chainId: 'eip155:31337' });
  const response = await fetch(`${gateway}/v1/account/${address}/history?${query}`);
  return response.json() as Promise<HistoryPage>;
}
