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
  const isDistinct = new Set(relays.map(({ url }) => url)).size === relays.length;
  if (relayUrl || projectId || relays.length === 0 || !isDistinct) {
    return 'Name each relay once, without relayUrl and without a projectId beside them.';
  }
  const own = gateway && relayOf(gateway);
  const wrong = relays.find(entry => !isRelayUrl(entry.url) || !(entry.projectId || entry.url === own));
  return wrong && `${wrong.url} needs wss:// and, unless it is the gateway's relay, your projectId there.`;
}
