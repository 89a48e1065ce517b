import { openRelayRequest } from 'latchkit/protocol';

/** Path of the relay, on every address of the gateway. */
export const RELAY_PATH = openRelayRequest.call.path;

/**
 * Whether a token was issued for this relay. Accepting tokens for other relays would allow the operator of such a relay to
 * impersonate its clients here.
 *
 * @param addresses - Public URLs of the relay (`wss://…/relay`). Empty: the URL of the request; only for development,
 * because the caller chooses it.
 * @param host - Host of the request.
 */
export function isAudience(
  audience: string,
  addresses: readonly string[],
  host: string | undefined,
): boolean {
  const wanted = placeOf(audience);
  if (wanted === undefined) return false;
  if (addresses.length === 0) return host !== undefined && wanted === placeOf(`ws://${host}${RELAY_PATH}`);
  return addresses.some(address => placeOf(address) === wanted);
}

/** Host and path. The scheme is ignored, because a proxy may accept `wss` and forward `ws`. */
function placeOf(address: string): string | undefined {
  if (!/^(wss?|https?):\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/\/+$/, '');
}
