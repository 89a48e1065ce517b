import { parsePairingUri } from '../pairing/pairingUri.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import { listenToPairing, type WalletContext } from './WalletContext.js';

/** Follows a pairing link; the page's request arrives as an event. @throws WC_INVALID_URI; WC_PAIRING_EXPIRED */
export async function pair(context: WalletContext, uri: string): Promise<void> {
  const { topic, symKey, expiry, methods } = parsePairingUri(uri);
  const { fiveMinutes } = walletConnectTimes;
  const now = Math.floor(Date.now() / 1_000);
  // The two clocks may differ by minutes; the relay keeps a proposal for at most five.
  if (expiry !== undefined && expiry + fiveMinutes < now) throw walletConnectError('WC_PAIRING_EXPIRED');
  const pairing = { topic, symKey, methods: methods.slice(0, 20), expiry: now + 2 * fiveMinutes };
  context.pairings.set(topic, pairing);
  await listenToPairing(context, pairing);
}
