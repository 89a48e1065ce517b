import type { ChainId } from '../../protocol/caip.js';
import { readIdentityCall, type readIdentityRequest } from '../../protocol/calls/project/names.js';
import { supportedNetworkIds } from '../../protocol/supportedNetworkIds.js';
import { cleanName } from '../adapter/untrusted.js';
import { isOwnImage } from '../kernel/allowedImage.js';
import { callGateway } from '../kernel/callGateway.js';
import { getQueryClient, supportsChain } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';

/** How long an identity is cached, in ms. */
const FRESH_MS = 5 * 60_000;

/** An account's public name and image. */
export interface Identity {
  readonly name: string | undefined;
  /** URL of the image; only ever at the configured gateway. */
  readonly image: string | undefined;
}

/** Fetches an account's name and image from the gateway; undefined if it does not support the chain. */
export async function loadIdentity(
  kit: Latchkit,
  address: string,
  chainId: ChainId,
): Promise<Identity | undefined> {
  // Accounts on a host's own chains, such as a development chain, have no public name.
  if (!supportedNetworkIds().includes(chainId) || !(await supportsChain(kit, chainId))) return undefined;
  const { name, avatar } = await getQueryClient(kit).fetchQuery({
    queryKey: ['identity', address],
    queryFn: () => callGateway<typeof readIdentityRequest>(kit, readIdentityCall, { params: { address } }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
  return {
    name: (name && cleanName(name)) || undefined,
    image: isOwnImage(kit, avatar) ? (avatar ?? undefined) : undefined,
  };
}
