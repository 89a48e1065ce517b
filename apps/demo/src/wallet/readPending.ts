import type { CaipNetwork } from 'latchkit';
import type { SessionRequest, WalletClient } from 'latchkit/walletconnect';
import { readRequest } from './readRequest.js';
import type { Pending, PendingRequest } from './WalletState.js';
import { addressOf, type WalletKeys } from './walletKeys.js';

/** The pending requests, oldest first. Protocol ids start with the time. */
export function readPending(
  client: WalletClient,
  keys: WalletKeys,
  networks: readonly CaipNetwork[],
): readonly Pending[] {
  const requests = client.requests().map(asked => readPendingRequest(asked, client, keys, networks));
  const pending: readonly Pending[] = [
    ...client.proposals().map(asked => ({ kind: 'proposal' as const, id: asked.id, asked })),
    ...client.authentications().map(asked => ({ kind: 'signIn' as const, id: asked.id, asked })),
    ...requests.filter(one => one !== undefined),
  ];
  return [...pending].sort((one, other) => one.id - other.id);
}

/** A request, if it is supported and for an account that the page may use; otherwise undefined. */
export function readPendingRequest(
  asked: SessionRequest,
  client: WalletClient,
  keys: WalletKeys,
  networks: readonly CaipNetwork[],
): PendingRequest | undefined {
  const read = readRequest(asked.request);
  const session = client.sessions().find(({ topic }) => topic === asked.topic);
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === asked.chainId);
  if (!read || !session || !network) return undefined;
  const approved = Object.values(session.namespaces).flatMap(({ accounts }) => accounts);
  const named = read.signer?.toLowerCase();
  const account = keys.find(one => {
    const address = addressOf(one, network.chainNamespace);
    return (
      approved.includes(`${asked.chainId}:${address}`) &&
      (named === undefined || named === address.toLowerCase())
    );
  });
  return account && { kind: 'request', id: asked.id, asked, read, session, network, keys: account };
}
