import type { RelayEntry, RelayKind } from '../../core/walletConnect/RelayEntry.js';
import { relayOf } from './relayOf.js';
import type { WalletConnectOptions } from './WalletConnectOptions.js';

/** Hosts of the WalletConnect network's relay. */
const NETWORK = /^(?:.+\.)?walletconnect\.(?:org|com)$/;

/** Which kinds of relays the page names; undefined: none, and the gateway names them. */
export function reachesOf({ relays, relayUrl }: WalletConnectOptions): readonly RelayKind[] | undefined {
  if (relays) return [...new Set(relays.map(kindOfEntry))];
  const [url] = [relayUrl ?? []].flat();
  return url === undefined ? undefined : [kindOfEntry({ url })];
}

/** The relays that a page uses from the start. */
export function relaysOf(
  { relays, relayUrl }: WalletConnectOptions,
  gateway: string | undefined,
):
  | { readonly relays: readonly RelayEntry[] }
  | { readonly relayUrl: string | readonly string[] }
  | undefined {
  if (relays) return { relays };
  if (relayUrl !== undefined) return { relayUrl };
  return gateway === undefined ? undefined : { relayUrl: relayOf(gateway) };
}

/** Returns who runs a relay, by its URL: what the page does not name itself, the gateway named. */
export function kindOf(
  options: WalletConnectOptions,
  gateway: string | undefined,
): (url: string) => RelayKind {
  const own = gateway && relayOf(gateway);
  return url => {
    const entry = options.relays?.find(one => one.url === url);
    if (entry) return kindOfEntry(entry);
    const isNamed = [options.relayUrl ?? own].flat().includes(url);
    return isNamed ? kindOfEntry({ url }) : 'network';
  };
}

/** Who runs a relay: where a page has an id of its own, it is the network's. */
function kindOfEntry({ url, projectId }: RelayEntry): RelayKind {
  return projectId !== undefined || NETWORK.test(new URL(url).hostname) ? 'network' : 'gateway';
}
