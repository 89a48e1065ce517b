import type { ChainId } from '../../protocol/caip.js';
import { readIdentityCall, type readIdentityRequest } from '../../protocol/calls/project/names.js';
import { isEvmAddress } from '../../protocol/isEvmAddress.js';
import { supportedNetworkIds } from '../../protocol/supportedNetworkIds.js';
import { AUTH_ID } from '../adapter/Connector.js';
import { cleanName } from '../adapter/untrusted.js';
import { isOwnImage } from '../kernel/allowedImage.js';
import { callGateway } from '../kernel/callGateway.js';
import { getQueryClient, supportsChain } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';
import { fetchNames } from '../names/nameService.js';

/** How long an identity is cached, in ms. */
const FRESH_MS = 5 * 60_000;

/** An account's public name and image. */
export interface Identity {
  readonly name: string | undefined;
  /** URL of the image; only ever at the configured gateway. */
  readonly image: string | undefined;
}

/**
 * Fetches an account's name and image from the gateway; undefined if it does not support the chain. Users of the embedded wallet
 * see registered names on every chain.
 */
export async function loadIdentity(
  kit: Latchkit,
  address: string,
  chainId: ChainId,
): Promise<Identity | undefined> {
  const registered = await registeredName(kit, address);
  if (registered !== undefined) return { name: registered, image: undefined };
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

/** The registered name of an address, while an account of the embedded wallet is active. */
async function registeredName(kit: Latchkit, address: string): Promise<string | undefined> {
  if (!isEmbedded(kit) || !isEvmAddress(address)) return undefined;
  try {
    const { names, suffix } = await fetchNames(kit, address);
    kit.kernel.set(state => ({ names: { registration: undefined, ...state.names, suffix } }));
    return names[0];
  } catch {
    // An account without a name is shown by its address.
    return undefined;
  }
}

/** Whether the embedded wallet is the active one. Its user may not be known yet. */
function isEmbedded(kit: Latchkit): boolean {
  const { connection } = kit.store.getState().namespaces.eip155 ?? {};
  return connection?.status === 'connected' && connection.connectorId === AUTH_ID;
}
