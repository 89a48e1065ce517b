import type { RelayEntry, RelayKind } from '../../core/walletConnect/RelayEntry.js';
import type { WalletConnectOptions } from './WalletConnectOptions.js';

/** URLs of the WalletConnect network's relay. */
const NETWORK = /^wss:\/\/(?:[^/@]+\.)?walletconnect\.(?:org|com)(?![^/?:])/;

/** Which kinds of relays the page names; undefined: none, and the gateway names them. */
export function reachesOf({ relays, relayUrl }: WalletConnectOptions): readonly RelayKind[] | undefined {
  if (relays) return [...new Set(relays.map(kindOfEntry))];
  const [url] = [relayUrl ?? []].flat();
  return url === undefined ? undefined : [kindOfEntry({ url })];
}

/** Who runs a relay: where a page has an id of its own, it is the network's. */
export function kindOfEntry({ url, projectId }: RelayEntry): RelayKind {
  return projectId !== undefined || NETWORK.test(url) ? 'network' : 'gateway';
}
