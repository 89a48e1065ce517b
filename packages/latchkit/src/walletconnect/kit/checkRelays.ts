import { isRelayUrl } from '../../core/walletConnect/isRelayUrl.js';
import { BaseError } from '../../protocol/BaseError.js';
import { relayOf } from './relayOf.js';
import type { WalletConnectOptions } from './WalletConnectOptions.js';

/**
 * Checks the relays of the options. Only the relay of the host's own gateway gets the instance's project id, so every other
 * entry needs one of its own.
 *
 * @throws WC_INVALID_RELAYS
 */
export function checkRelays(options: WalletConnectOptions, gateway: string | undefined): void {
  const details = problemOf(options, gateway);
  if (details !== undefined) throw new BaseError('WC_INVALID_RELAYS', 'The relays do not fit', { details });
}

function problemOf({ relays, relayUrl, projectId }: WalletConnectOptions, gateway: string | undefined) {
  if (!relays) return undefined;
  if (relayUrl !== undefined) return 'Pass walletConnect() either relays or relayUrl.';
  if (projectId !== undefined) return 'With relays, each entry has its own projectId: move it there.';
  if (relays.length === 0) return 'Name at least one relay, or leave relays out.';
  const urls = relays.map(({ url }) => url);
  const wrong = urls.find(url => typeof url !== 'string' || !isRelayUrl(url));
  if (wrong !== undefined) return `'${wrong}' is no relay. Begin its URL with wss://.`;
  if (new Set(urls).size < urls.length) return 'Name each relay once.';
  const own = gateway && relayOf(gateway);
  const bare = relays.find(entry => !entry.projectId && entry.url !== own);
  if (bare)
    return `${new URL(bare.url).host} is not the relay of the gateway: pass the projectId that you have there.`;
  return undefined;
}
