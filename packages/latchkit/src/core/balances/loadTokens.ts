import type { CaipAddress, ChainNamespace } from '../../protocol/caip.js';
import { readBalancesCall, type readBalancesRequest } from '../../protocol/calls/project/tokens.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { type ActiveConnection, activeConnection } from '../connection/activeConnection.js';
import { withChain } from '../connection/chainState.js';
import { callGateway } from '../kernel/callGateway.js';
import { fetchShared, getQueryClient, recentFailure, supportsChain } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import type { NamespaceState } from '../LatchkitState.js';
import { showToast } from '../modal/toast.js';
import { readWalletAssets } from './readWalletAssets.js';
import {
  type CachedTokens,
  readCachedTokens,
  TOKENS_FRESH_MS,
  toTokens,
  writeCachedTokens,
} from './tokenCache.js';

/** Reads the tokens of the active account into the state; see `refreshTokens`. Never rejects. */
export async function loadTokens(
  kit: Latchkit,
  namespace: ChainNamespace,
  options: { readonly force?: boolean },
): Promise<void> {
  const connection = activeConnection(kit, namespace);
  const account: CaipAddress = `${connection.network.caipNetworkId}:${connection.address}`;
  const queryKey = ['tokens', account];
  const before = getQueryClient(kit).getQueryState(queryKey);
  if (recentFailure(kit, queryKey)) return;
  const joins = before?.fetchStatus === 'fetching';
  const set = (change: Partial<NamespaceState>) => setTokens(kit, namespace, account, change);
  if (!kit.store.getState().namespaces[namespace]?.tokenBalance) set({ tokenStatus: 'loading' });
  try {
    const cached = readCachedTokens(kit.kernel.storage, account);
    const query = {
      queryKey,
      queryFn: () => read(kit, connection, account, options),
      staleTime: TOKENS_FRESH_MS,
      ...(cached ? { initialData: cached, initialDataUpdatedAt: cached.timestamp } : {}),
    };
    const { tokens } = await fetchShared(getQueryClient(kit), query, options.force);
    set({ tokenBalance: tokens, tokenStatus: 'ready' });
  } catch {
    const { gateway, projectId } = kit.options;
    // Without a gateway there is no source for token balances.
    if (!gateway || !projectId) return set({ tokenStatus: 'idle' });
    set({ tokenStatus: 'error' });
    // Only the caller that started a shared read reports its failure.
    if (!joins && !kit.kernel.signal.aborted)
      showToast(kit, { tone: 'danger', text: 'toast.tokenBalanceUnavailable' });
  }
}

async function read(
  kit: Latchkit,
  connection: ActiveConnection,
  account: CaipAddress,
  { force }: { readonly force?: boolean },
): Promise<CachedTokens> {
  const own = await readWalletAssets(kit, connection).catch(() => undefined);
  const tokens = own ?? (await readFromGateway(kit, connection, force));
  const cached: CachedTokens = { timestamp: Date.now(), tokens };
  writeCachedTokens(kit.kernel.storage, account, cached);
  return cached;
}

/** @throws If the chain is not supported, or the gateway fails. */
async function readFromGateway(
  kit: Latchkit,
  { address, network }: ActiveConnection,
  force: boolean | undefined,
): Promise<readonly TokenBalance[]> {
  const chainId = network.caipNetworkId;
  if (!(await supportsChain(kit, chainId)))
    throw new Error(`The gateway does not support balances on ${chainId}`);
  const { balances } = await callGateway<typeof readBalancesRequest>(kit, readBalancesCall, {
    params: { address },
    query: { currency: 'usd', chainId, forceUpdate: force ? 'true' : undefined },
  });
  return toTokens(balances);
}

/** Updates the namespace's tokens, unless its account or chain has changed since. */
function setTokens(
  kit: Latchkit,
  namespace: ChainNamespace,
  account: CaipAddress,
  change: Partial<NamespaceState>,
): void {
  kit.kernel.set(state => {
    const chain = state.namespaces[namespace];
    if (chain?.account.caipAddress !== account) return {};
    return withChain(state, namespace, { ...chain, ...change });
  });
}
