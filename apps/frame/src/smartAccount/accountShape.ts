import { type AccountShape, FALLBACK_HANDLER_SLOT, frameError, SMART_SESSIONS } from 'latchkit/protocol';
import type { ChainReader } from '../chains/createChainReader.js';

/**
 * How a smart account executes on a chain: through the adapter once it granted a permission. It is read each time, since another
 * device may have changed it.
 *
 * @throws as `ChainReader.request`
 */
export async function accountShape(
  reader: ChainReader,
  chainId: string,
  address: string,
  signal?: AbortSignal,
): Promise<AccountShape> {
  const slot = [address, FALLBACK_HANDLER_SLOT, 'latest'];
  const handler = await reader.request(chainId, 'eth_getStorageAt', slot, signal);
  if (typeof handler !== 'string') throw frameError('INTERNAL');
  return handler.toLowerCase().endsWith(SMART_SESSIONS.adapter.slice(2).toLowerCase()) ? 'modular' : 'safe';
}
