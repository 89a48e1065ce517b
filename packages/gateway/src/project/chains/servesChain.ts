import * as z from 'zod';
import { type Exchange, exchange } from './exchange.js';
import type { Upstream } from './upstreams.js';

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,14}$/i)
  .transform(Number);

/** The call for the genesis hash, by namespace. */
const GENESIS_CALLS: Readonly<Partial<Record<string, readonly [method: string, params?: string]>>> = {
  solana: ['getGenesisHash'],
  bip122: ['GET /block-height/0'],
  polkadot: ['chain_getBlockHash', '[0]'],
};

/**
 * Asks a node once which chain it serves: for `eth_chainId`, or for the genesis hash.
 *
 * @throws RpcError when it doesn't say.
 */
export async function servesChain(chainId: string, upstream: Upstream, how: Exchange): Promise<boolean> {
  const [namespace = '', reference = ''] = chainId.split(':');
  const [method, params] = GENESIS_CALLS[namespace] ?? ['eth_chainId'];
  const [answer] = await exchange(upstream, [{ method, params }], how);
  const result: unknown = answer?.kind === 'result' ? JSON.parse(answer.raw) : undefined;
  if (namespace === 'eip155') return quantity.safeParse(result).data === Number(reference);
  // The CAIP-2 reference is the first 32 characters of the genesis hash.
  return typeof result === 'string' && result.replace(/^0x/, '').slice(0, 32) === reference;
}
