import type { RelayEntry, RelayKind } from '../../core/walletConnect/RelayEntry.js';
import { kindOfEntry } from './reachesOf.js';
import { relayOf } from './relayOf.js';
import type { WalletConnectOptions } from './WalletConnectOptions.js';

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
