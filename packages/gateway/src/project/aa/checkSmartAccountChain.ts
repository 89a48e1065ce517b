import {
  type ChainId,
  SMART_ACCOUNT_V1,
  SMART_ACCOUNT_V1_CODE,
  type SmartAccountContract,
} from 'latchkit/protocol';
import { isHex, keccak256 } from 'viem';
import type { RpcService } from '../chains/service.js';
import { askRpcServer } from './askRpcServer.js';
import type { ChainBundler } from './bundlerSettings.js';

/** Something that keeps smart accounts off a chain. */
export interface ChainProblem {
  readonly part: SmartAccountContract | 'node' | 'bundler';
  readonly problem: 'missing' | 'different' | 'unreachable' | 'unsupported';
}

const CONTRACTS = Object.keys(SMART_ACCOUNT_V1) as SmartAccountContract[];

/** Checks the contracts on a chain, by the hash of their code, and its bundler. @returns nothing if smart accounts work there. */
export async function checkSmartAccountChain(
  rpc: Pick<RpcService, 'call'>,
  chainId: ChainId,
  { bundler }: ChainBundler,
  gone: AbortSignal,
): Promise<readonly ChainProblem[]> {
  const contracts = await Promise.all(
    CONTRACTS.map(async part => {
      const code = await rpc.call(chainId, 'eth_getCode', [SMART_ACCOUNT_V1[part], 'latest'], gone);
      if (!isHex(code) || code === '0x') return { part, problem: 'missing' } as const;
      const isSame = keccak256(code) === SMART_ACCOUNT_V1_CODE[part];
      return isSame ? undefined : ({ part, problem: 'different' } as const);
    }),
  ).catch((): readonly ChainProblem[] => [{ part: 'node', problem: 'unreachable' }]);
  const server = await checkBundler(bundler, gone);
  return [...contracts, server].filter(found => found !== undefined);
}

async function checkBundler(url: string, gone: AbortSignal): Promise<ChainProblem | undefined> {
  try {
    const answer = await askRpcServer(url, { method: 'eth_supportedEntryPoints', params: [] }, gone);
    const served = 'result' in answer && Array.isArray(answer.result) ? answer.result : [];
    const isServed = served.some(
      one => String(one).toLowerCase() === SMART_ACCOUNT_V1.entryPoint.toLowerCase(),
    );
    return isServed ? undefined : { part: 'bundler', problem: 'unsupported' };
  } catch {
    return { part: 'bundler', problem: 'unreachable' };
  }
}
