/** Where the relay is reached at, on every address of the gateway. */
export const RELAY_PATH = '/relay';

/**
 * Says whether a token was made for this relay: one for another relay must not open this one, else whoever runs that
 * one could come here in its clients' names.
 *
 * @param addresses - Public addresses of the relay (`wss://…/relay`). Empty: wherever the request went, which only a
 * development gateway may do, because the caller chooses that.
 * @param host - Of the request.
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

/** Host and path. The scheme does not count: a proxy in front may take `wss` and hand on `ws`. */
function placeOf(address: string): string | undefined {
  if (!/^(wss?|https?):\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/\/+$/, '');
}
