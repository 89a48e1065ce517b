import type { BoundedMap } from '../../platform/boundedMap.js';
import type { RpcService } from '../chains/service.js';
import { bitcoinTransfers } from './bitcoinTransfers.js';
import { evmTransfers } from './evmTransfers.js';
import { solanaTransfers } from './solanaTransfers.js';
import type { TransferSource } from './TransferSource.js';

/**
 * The source of a chain's transfers.
 *
 * @param seen - Remembers transactions that pay nothing. Default: none are.
 */
export function transferSourceOf(
  rpc: Pick<RpcService, 'call' | 'callItem' | 'callNodes'>,
  chainId: string,
  stopped: AbortSignal,
  seen?: BoundedMap<true>,
): TransferSource {
  if (chainId.startsWith('solana:')) return solanaTransfers(rpc, chainId, stopped, seen);
  if (chainId.startsWith('bip122:')) return bitcoinTransfers(rpc, chainId, stopped);
  return evmTransfers(rpc, chainId, stopped);
}
