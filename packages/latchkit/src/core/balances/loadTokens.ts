import type { CaipAddress, ChainNamespace } from '../../protocol/caip.js';
import { accountBalanceAnswer } from '../../protocol/gateway/chainData.js';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { type ActiveConnection, activeConnection } from '../connection/activeConnection.js';
import { withChain } from '../connection/chainState.js';
import { request } from '../kernel/callGateway.js';
import { queriesOf } from '../kernel/queries.js';
import { recentFailure } from '../kernel/recentFailure.js';
import { supportsChain } from '../kernel/supportsChain.js';
import type { Latchkit } from '../Latchkit.js';
import type { ChainState } from '../LatchkitState.js';
import { showToast } from '../modal/toast.js';
import { readWalletAssets } from './readWalletAssets.js';
import { type CachedTokens, readCachedTokens, TOKENS_FRESH_MS, writeCachedTokens } from './tokenCache.js';
import { toTokens } from './toTokens.js';

/** Reads the tokens of the active account into the state; see `refreshTokens`. Never rejects. */
export async function loadTokens(
  kit: Latchkit,
  namespace: ChainNamespace,
  options: { readonly force?: boolean },
): Promise<void> {
  const connection = activeConnection(kit, namespace);
  const account: CaipAddress = `${connection.network.caipNetworkId}:${connection.address}`;
  const queryKey = ['tokens', account];
  const before = queriesOf(kit).getQueryState(queryKey);
  if (recentFailure(kit, queryKey)) return;
  const joins = before?.fetchStatus === 'fetching';
  const set = (change: Partial<ChainState>) => setTokens(kit, namespace, account, change);
  if (!kit.store.getState().chains[namespace]?.tokenBalance) set({ tokenStatus: 'loading' });
  try {
    const cached = readCachedTokens(kit.kernel.storage, account);
    const { tokens } = await queriesOf(kit).fetchQuery({
      queryKey,
      queryFn: () => read(kit, connection, account, options),
      staleTime: options.force ? 0 : TOKENS_FRESH_MS,
      ...(cached ? { initialData: cached, initialDataUpdatedAt: cached.timestamp } : {}),
    });
    set({ tokenBalance: tokens, tokenStatus: 'ready' });
  } catch {
    const { gateway, projectId } = kit.options;
    // Nobody is configured who could know.
    if (!gateway || !projectId) return set({ tokenStatus: 'idle' });
    set({ tokenStatus: 'error' });
    // [ERR-01] [ERR-02]; who only joined a read that was under way leaves the word to who began it.
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
  const own = await readWalletAssets(connection).catch(() => undefined);
  const tokens = own ?? (await readFromGateway(kit, connection, force));
  const cached: CachedTokens = { timestamp: Date.now(), tokens };
  writeCachedTokens(kit.kernel.storage, account, cached);
  return cached;
}

/** @throws when the chain is not among the supported ones [ERR-02], or the gateway cannot say. */
async function readFromGateway(
  kit: Latchkit,
  { address, network }: ActiveConnection,
  force: boolean | undefined,
): Promise<readonly TokenBalance[]> {
  const chainId = network.caipNetworkId;
  if (!(await supportsChain(kit, chainId))) throw new Error(`No balances on ${chainId}`);
  const path = `/v1/account/${encodeURIComponent(address)}/balance`;
  const { balances } = await request(kit, accountBalanceAnswer, path, {
    currency: 'usd',
    chainId,
    forceUpdate: force ? 'true' : undefined,
  });
  return toTokens(balances);
}

/** Changes the namespace's tokens, unless it shows another account or chain by now. */
function setTokens(
  kit: Latchkit,
  namespace: ChainNamespace,
  account: CaipAddress,
  change: Partial<ChainState>,
): void {
  kit.kernel.set(state => {
    const chain = state.chains[namespace];
    if (chain?.account.caipAddress !== account) return {};
    return withChain(state, namespace, { ...chain, ...change });
  });
}
