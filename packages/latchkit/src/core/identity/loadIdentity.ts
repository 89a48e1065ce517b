import type { CaipNetworkId } from '../../protocol/caip.js';
import { identityAnswer } from '../../protocol/gateway/chainData.js';
import { supportedNetworkIds } from '../../protocol/supportedNetworkIds.js';
import { cleanName } from '../adapter/cleanName.js';
import { request } from '../kernel/callGateway.js';
import { isOwnImage } from '../kernel/isOwnImage.js';
import { queriesOf } from '../kernel/queries.js';
import { supportsChain } from '../kernel/supportsChain.js';
import type { Latchkit } from '../Latchkit.js';

/** How long an identity is taken as current, in ms [TIME-06]. */
const FRESH_MS = 5 * 60_000;

/** How an account presents itself. */
export interface Identity {
  readonly name: string | undefined;
  /** Address of its picture; only ever one of the configured gateway. */
  readonly image: string | undefined;
}

/** Asks the gateway for an account's name and picture [CALL-17]; undefined where it does not know the chain. */
export async function loadIdentity(
  kit: Latchkit,
  address: string,
  networkId: CaipNetworkId,
): Promise<Identity | undefined> {
  // Accounts of a host's own chains, a development chain for one, have no public name to ask for.
  if (!supportedNetworkIds().includes(networkId) || !(await supportsChain(kit, networkId))) return undefined;
  const { name, avatar } = await queriesOf(kit).fetchQuery({
    queryKey: ['identity', address],
    queryFn: () => request(kit, identityAnswer, `/v1/identity/${encodeURIComponent(address)}`),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
  return {
    name: (name && cleanName(name)) || undefined,
    image: isOwnImage(kit, avatar) ? (avatar ?? undefined) : undefined,
  };
}
