/** Where the gateway of the journeys looks for names, on chain A. */
export const ENS_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe';

/** Asks a chain directly, past the page. */
export async function chainRequest<T>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: T; error?: { message: string } };
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result as T;
}

/** The balance of an address, in wei. */
export async function balanceOf(url: string, address: string): Promise<bigint> {
  return BigInt(await chainRequest<string>(url, 'eth_getBalance', [address, 'latest']));
}

/** Wei as ether with 3 decimals, cut and not rounded [LIM-02]. */
export function threeDecimals(wei: bigint): string {
  const thousandths = wei / 10n ** 15n;
  return `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}`;
}
