import type { ChainNamespace } from '../../protocol/caip.js';
import { identityAnswer } from '../../protocol/gateway/chainData.js';
import { cleanName } from '../cleanName.js';
import { isOwnImage } from '../gateway/isOwnImage.js';
import { request } from '../gateway/request.js';
import type { Latchkit } from '../Latchkit.js';
import { queriesOf } from '../queriesOf.js';
import { withChain } from '../state/chainState.js';
import { supportsChain } from '../tokens/supportsChain.js';

/** How long an identity is taken as current, in ms [TIME-06]. */
const FRESH_MS = 5 * 60_000;

/** Reads name and picture of the active account into the state [CALL-17]. Rejects when the gateway cannot say. */
export async function loadIdentity(kit: Latchkit, namespace: ChainNamespace): Promise<void> {
  const { account, network } = kit.store.getState().chains[namespace] ?? {};
  const address = account?.address;
  if (!address || !network || !(await supportsChain(kit, network.caipNetworkId))) return;
  const { name, avatar } = await queriesOf(kit).fetchQuery({
    queryKey: ['identity', address],
    queryFn: () => request(kit, identityAnswer, `/v1/identity/${encodeURIComponent(address)}`),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
  kit.kernel.set(state => {
    const chain = state.chains[namespace];
    if (chain?.account.address !== address) return {};
    return withChain(state, namespace, {
      ...chain,
      profileName: (name && cleanName(name)) || undefined,
      profileImage: isOwnImage(kit, avatar) ? avatar : undefined,
    });
  });
}
