import { frameError } from 'latchkit/protocol';
import type { ChainReader } from '../chains/createChainReader.js';

/**
 * Whether a smart account has its contract on a chain. It is read each time: the first operation deploys it, and a reorganisation of the
 * chain may remove it.
 *
 * @throws as `ChainReader.request`
 */
export async function isDeployed(
  reader: ChainReader,
  chainId: string,
  address: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const code = await reader.request(chainId, 'eth_getCode', [address, 'latest'], signal);
  if (typeof code !== 'string') throw frameError('INTERNAL');
  return code !== '0x';
}
