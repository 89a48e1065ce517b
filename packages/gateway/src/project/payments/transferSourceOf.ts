import type { BoundedMap } from '../../platform/boundedMap.js';
import type { RpcService } from '../chains/service.js';
import { bitcoinTransfers } from './bitcoinTransfers.js';
import { evmTransfers } from './evmTransfers.js';
import type { PlaceTurns } from './PlaceTurns.js';
import { solanaTransfers } from './solanaTransfers.js';
import type { TransferSource } from './TransferSource.js';

/** What is remembered between the steps of a chain. */
export interface SourceMemory {
  /** Transactions that pay nothing. Default: none are remembered. */
  readonly seen?: BoundedMap<true> | undefined;
  /** How far each place was read. Default: not known. */
  readonly turns?: PlaceTurns | undefined;
}

/** The source of a chain's transfers. */
export function transferSourceOf(
  rpc: Pick<RpcService, 'call' | 'callItem' | 'callNodes'>,
  chainId: string,
  stopped: AbortSignal,
  { seen, turns }: SourceMemory = {},
): TransferSource {
  if (chainId.startsWith('solana:')) return solanaTransfers(rpc, chainId, stopped, seen, turns);
  if (chainId.startsWith('bip122:')) return bitcoinTransfers(rpc, chainId, stopped, turns);
  return evmTransfers(rpc, chainId, stopped, turns);
}
