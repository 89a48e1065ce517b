/** The ENS resolver on chain A that the journeys' gateway uses. */
export const ENS_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe';

/** Sends a request directly to a chain, not through the page. */
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

/** Returns the balance of an address in wei. */
export async function balanceOf(url: string, address: string): Promise<bigint> {
  return BigInt(await chainRequest<string>(url, 'eth_getBalance', [address, 'latest']));
}

/** Returns the balance of an address in a token, in the smallest units. */
export async function tokenBalance(url: string, token: string, address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return BigInt(await chainRequest<string>(url, 'eth_call', [{ to: token, data }, 'latest']));
}

/** Formats wei as ether with 3 decimals, truncated. */
export function threeDecimals(wei: bigint): string {
  const thousandths = wei / 10n ** 15n;
  return `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}`;
}
