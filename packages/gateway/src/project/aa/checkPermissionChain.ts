import { type ChainId, SMART_SESSIONS, type SmartSessionsContract } from 'latchkit/protocol';
import { type Hex, isHex, keccak256 } from 'viem';
import type { RpcService } from '../chains/service.js';

/** Something that keeps permissions off a chain. */
export interface PermissionChainProblem {
  readonly part: SmartSessionsContract | 'node';
  readonly problem: 'missing' | 'development' | 'unreachable';
}

const CONTRACTS = Object.keys(SMART_SESSIONS) as SmartSessionsContract[];

/** Keccak-256 of the code of the stand-ins of development chains. A chain that anyone uses must not have them. */
export const STAND_IN_CODE: Readonly<Record<SmartSessionsContract, Hex>> = {
  adapter: '0x92e141a35e3bb859c4830aaa186442c8c160c7acee2f74abef1e623b37a39ed7',
  sessions: '0x008c4372caa0c76c3781a0d80598d5abc2f8e8e628654b64f6b02cbd0c44d5ff',
  keyValidator: '0xde181c1d85bc328ec369b96f04c5234913f0e751422b25603d9277f51099348d',
  timeFrame: '0x2efeae96699c505542df08d2961f0aaaa42507f46701b9847f1bc8621fb16075',
  spendingLimit: '0x84aef17838cddf88d26964a9e631a599918bed7b8502ace540080b5d74f49be1',
  valueLimit: '0xfe4b13fadf524d7ed4aae8c9f48bebcf33d8539e62c76f0690d72baeefc588ab',
};

/**
 * Checks the contracts of permissions on a chain. Each address follows from the code that was deployed there (CREATE2), so code at an
 * address is the right one, unless a development chain placed other code.
 *
 * @param allowsStandIns - Whether the chain may have the stand-ins of development.
 * @returns nothing if permissions work there.
 */
export async function checkPermissionChain(
  rpc: Pick<RpcService, 'call'>,
  chainId: ChainId,
  allowsStandIns: boolean,
  gone: AbortSignal,
): Promise<readonly PermissionChainProblem[]> {
  const found = await Promise.all(
    CONTRACTS.map(async (part): Promise<PermissionChainProblem | undefined> => {
      const code = await rpc.call(chainId, 'eth_getCode', [SMART_SESSIONS[part], 'latest'], gone);
      if (!isHex(code) || code === '0x') return { part, problem: 'missing' };
      const isStandIn = Object.values(STAND_IN_CODE).includes(keccak256(code));
      return isStandIn && !allowsStandIns ? { part, problem: 'development' } : undefined;
    }),
  ).catch((): readonly PermissionChainProblem[] => [{ part: 'node', problem: 'unreachable' }]);
  return found.filter(problem => problem !== undefined);
}
