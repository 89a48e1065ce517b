import { BaseError, type ChainId } from 'latchkit/protocol';
import type { ChainBundler } from '../project/aa/bundlerSettings.js';
import { checkPermissionChain, type PermissionChainProblem } from '../project/aa/checkPermissionChain.js';
import { type ChainProblem, checkSmartAccountChain } from '../project/aa/checkSmartAccountChain.js';
import { type RpcService, rpcService } from '../project/chains/service.js';
import { upstreams } from '../project/chains/upstreams.js';
import { checkPools } from '../project/convert/pools/checkPools.js';
import { POOL_CHAINS, type PoolChain } from '../project/convert/pools/poolChains.js';
import type { Settings } from '../server/readSettings.js';
import { invalidArgument, parseOptions } from './parseOptions.js';

/** Time limit of a request to a node, in milliseconds. */
const TIMEOUT = 10_000;

const TEXTS: Readonly<Record<ChainProblem['problem'] | PermissionChainProblem['problem'], string>> = {
  development: 'the code at its address is a stand-in for development',
  missing: 'there is no code at its address',
  different: 'the code at its address is another one',
  unreachable: 'it does not respond',
  unsupported: 'it does not support EntryPoint 0.7',
};

/** The result of one kind of check. */
interface Report {
  readonly lines: readonly string[];
  readonly isComplete: boolean;
}

/**
 * `doctor`: checks on every chain with a bundler that the contracts of smart accounts are at their addresses, and that the bundler
 * responds; and on every chain with a node of the operator's that the contracts of swaps are at theirs.
 *
 * @throws BaseError `SMART_ACCOUNTS_INCOMPLETE` or `SWAPS_INCOMPLETE`, which list what is wrong; `INVALID_ARGUMENT`.
 */
export async function doctorCommand(args: readonly string[], settings: Settings): Promise<string> {
  const { positionals } = parseOptions(args, {});
  if (positionals.length > 0) throw invalidArgument(`'${positionals[0]}' is too much`);
  const rpc = rpcService({
    chains: upstreams(settings.upstreams, settings.developmentMode),
    timeout: TIMEOUT,
  });
  try {
    const [accounts, permissions, pools] = await Promise.all([
      checkAccounts(rpc, settings),
      checkPermissions(rpc, settings),
      checkSwaps(rpc, settings),
    ]);
    const lines = [...accounts.lines, ...permissions, ...pools.lines].join('\n');
    if (!accounts.isComplete) throw new BaseError('SMART_ACCOUNTS_INCOMPLETE', lines);
    if (!pools.isComplete) throw new BaseError('SWAPS_INCOMPLETE', lines);
    return lines;
  } finally {
    rpc.close();
  }
}

async function checkAccounts(rpc: RpcService, { bundlers }: Settings): Promise<Report> {
  const entries = Object.entries(bundlers) as [ChainId, ChainBundler][];
  if (entries.length === 0) return { lines: ['Smart accounts: no chain has a bundler'], isComplete: true };
  const found = await Promise.all(
    entries.map(async ([chainId, bundler]) => {
      const problems = await checkSmartAccountChain(rpc, chainId, bundler, new AbortController().signal);
      return { chainId, problems };
    }),
  );
  return reportOf(found, 'smart accounts work');
}

/** Permissions are optional: a chain without them is complete. */
async function checkPermissions(
  rpc: RpcService,
  { bundlers, developmentMode }: Settings,
): Promise<readonly string[]> {
  const found = await Promise.all(
    (Object.keys(bundlers) as ChainId[]).map(async chainId => {
      const { signal } = new AbortController();
      return { chainId, problems: await checkPermissionChain(rpc, chainId, developmentMode, signal) };
    }),
  );
  return found.map(({ chainId, problems }) => {
    if (problems.length === 0) return `${chainId}: permissions work`;
    const texts = problems.map(({ part, problem }) => `${part}: ${TEXTS[problem]}`);
    return `${chainId}: no permissions: ${texts.join('; ')}`;
  });
}

/** Public nodes are left out: only the operator knows whether swaps are wanted there. */
async function checkSwaps(rpc: RpcService, settings: Settings): Promise<Report> {
  const entries = (Object.entries(POOL_CHAINS) as [ChainId, PoolChain][]).filter(
    ([chainId]) => settings.upstreams[chainId] !== undefined,
  );
  const found = await Promise.all(
    entries.map(async ([chainId, chain]) => {
      return { chainId, problems: await checkPools(rpc, chainId, chain, new AbortController().signal) };
    }),
  );
  return reportOf(found, 'swaps work');
}

interface CheckedChain {
  readonly chainId: string;
  readonly problems: readonly { readonly part: string; readonly problem: ChainProblem['problem'] }[];
}

function reportOf(found: readonly CheckedChain[], fine: string): Report {
  const lines = found.flatMap(({ chainId, problems }) =>
    problems.length === 0
      ? [`${chainId}: ${fine}`]
      : problems.map(({ part, problem }) => `${chainId}: ${part}: ${TEXTS[problem]}`),
  );
  return { lines, isComplete: found.every(({ problems }) => problems.length === 0) };
}
