import { existsSync } from 'node:fs';
import { BaseError, type ChainId, PUBLIC_RPC_URLS } from 'latchkit/protocol';
import { openAdapters } from '../platform/adapters/openAdapters.js';
import type { ChainBundler } from '../project/aa/bundlerSettings.js';
import { checkPermissionChain, type PermissionChainProblem } from '../project/aa/checkPermissionChain.js';
import { type ChainProblem, checkSmartAccountChain } from '../project/aa/checkSmartAccountChain.js';
import { checkNodes, type NodeProblem } from '../project/chains/checkNodes.js';
import { type RpcService, rpcService } from '../project/chains/service.js';
import { type Chain, type UpstreamUrls, upstreams } from '../project/chains/upstreams.js';
import { checkPools } from '../project/convert/pools/checkPools.js';
import { POOL_CHAINS, type PoolChain } from '../project/convert/pools/poolChains.js';
import { explainModes } from '../project/usedModes.js';
import type { Settings } from '../server/readSettings.js';
import { deploymentProviders } from '../wallet/service/social/deploymentProviders.js';
import { SOCIAL_PROVIDERS } from '../wallet/service/social/socialProviders.js';
import { watchProvider } from '../wallet/service/social/watchProvider.js';
import { invalidArgument, parseOptions } from './parseOptions.js';
import { redirectUriOf } from './providerCommand.js';
import { networkLine } from './startLines.js';

/** Time limit of a request to a node, in milliseconds. */
const TIMEOUT = 10_000;

type Problem = ChainProblem['problem'] | PermissionChainProblem['problem'] | NodeProblem['problem'];

const TEXTS: Readonly<Record<Problem, string>> = {
  development: 'the code at its address is a stand-in for development',
  missing: 'there is no code at its address',
  different: 'the code at its address is another one',
  unreachable: 'it does not respond',
  unsupported: 'it does not support EntryPoint 0.7',
  otherChain: 'it serves another chain',
};

/** The result of one kind of check. */
interface Report {
  readonly lines: readonly string[];
  readonly isComplete: boolean;
}

/**
 * `doctor`: checks on every chain with a bundler that the contracts of smart accounts are at their addresses, and that the bundler
 * responds; on every chain with a node of the operator's that the contracts of swaps are at theirs; that each node serves its chain;
 * whether the data was used in the other mode; and what ends logins at the deployment's providers, as far as they tell without a person
 * and without a price.
 *
 * @param publicNodes - The nodes of chains without a node of the operator's.
 * @throws BaseError `SMART_ACCOUNTS_INCOMPLETE`, `SWAPS_INCOMPLETE` or `NODES_INCOMPLETE`, which list what is wrong;
 * `INVALID_ARGUMENT`.
 */
export async function doctorCommand(
  args: readonly string[],
  settings: Settings,
  publicNodes: UpstreamUrls = PUBLIC_RPC_URLS,
): Promise<string> {
  const { positionals } = parseOptions(args, {});
  if (positionals.length > 0) throw invalidArgument(`'${positionals[0]}' is too much`);
  const chains = upstreams({ ...publicNodes, ...settings.upstreams }, settings.developmentMode);
  const rpc = rpcService({ chains, timeout: TIMEOUT });
  try {
    const [accounts, permissions, pools, nodes, data, logins] = await Promise.all([
      checkAccounts(rpc, settings),
      checkPermissions(rpc, settings),
      checkSwaps(rpc, settings),
      checkAllNodes(chains, settings),
      checkData(settings),
      checkLogins(settings),
    ]);
    const relays = settings.wallet?.only === 'vault' ? [] : [networkLine(settings)];
    const lines = [
      ...accounts.lines,
      ...permissions,
      ...pools.lines,
      ...nodes.lines,
      ...relays,
      ...data,
      ...logins,
    ].join('\n');
    if (!accounts.isComplete) throw new BaseError('SMART_ACCOUNTS_INCOMPLETE', lines);
    if (!pools.isComplete) throw new BaseError('SWAPS_INCOMPLETE', lines);
    if (!nodes.isComplete) throw new BaseError('NODES_INCOMPLETE', lines);
    return lines;
  } finally {
    rpc.close();
  }
}

/** Warns of what ends logins at the deployment's providers. Clients of projects have `project provider test`. */
async function checkLogins(settings: Settings): Promise<readonly string[]> {
  const { wallet } = settings;
  if (wallet === undefined || wallet.only === 'vault') return [];
  const { find } = deploymentProviders(wallet.social.credentials, undefined);
  const options = { redirectUri: redirectUriOf(settings), timeout: TIMEOUT };
  const lines = await Promise.all(
    Object.values(SOCIAL_PROVIDERS).map(async ({ id }) => {
      const setup = await find('', id);
      return setup === undefined ? [] : watchProvider(setup, options);
    }),
  );
  return lines.flat().map(line => `Logins: ${line}`);
}

/** Says whether the data was used in the other mode. It changes nothing, not even data of an older version. */
async function checkData(settings: Settings): Promise<readonly string[]> {
  const { databaseUrl, dataDirectory, developmentMode } = settings;
  if (settings.wallet?.only === 'vault' || (databaseUrl === undefined && !existsSync(dataDirectory)))
    return [];
  try {
    const { database, close } = await openAdapters({ databaseUrl, dataDirectory, redisUrl: undefined });
    try {
      const found = await explainModes(database, developmentMode);
      return found === undefined ? [] : [`Data: ${found}`];
    } finally {
      await close();
    }
  } catch (error) {
    // A running gateway said it when it started.
    return [`Data: not looked at: ${error instanceof Error ? error.message : String(error)}`];
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

/** Public nodes and development chains only get a line: the operator may not use them. */
async function checkAllNodes(
  chains: ReadonlyMap<string, Chain>,
  { upstreams: own }: Settings,
): Promise<Report> {
  const found = [...(await checkNodes(chains, TIMEOUT))];
  const isOwn = (chainId: string) => own[chainId as ChainId] !== undefined;
  const count = [...chains.values()].flatMap(({ upstreams: nodes }) => nodes).length;
  const problems = found.flatMap(([chainId, list]) =>
    list.map(({ place, problem }) => {
      const reference = chainId.slice(chainId.indexOf(':') + 1);
      const node = isOwn(chainId) ? `node ${place}` : `public node ${hostOf(chains.get(chainId))}`;
      const advice = isOwn(chainId) ? '' : `; name another one with LATCHKIT_RPC_${reference}`;
      return `${chainId}: ${node}: ${TEXTS[problem]}${advice}`;
    }),
  );
  return {
    lines: [`Nodes: ${count - problems.length} of ${count} serve their chain`, ...problems],
    isComplete: found.every(
      ([chainId, list]) => list.length === 0 || !isOwn(chainId) || chains.get(chainId)?.development,
    ),
  };
}

function hostOf(chain: Chain | undefined): string {
  const [node] = chain?.upstreams ?? [];
  return node === undefined ? '' : new URL(node.url).host;
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
