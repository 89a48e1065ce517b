import type { BaseError } from '../../protocol/BaseError.js';
import type { RelayPlace } from './createRelays.js';

/** The close code of a relay that does not accept the token or the project id. */
const UNAUTHORIZED = 3_000;

/**
 * What to tell a developer if a relay with a project id of its own refuses the page; undefined for any other failure. It
 * names only the host, because the URL contains the token.
 */
export function readRefusal({ urls, waits }: RelayPlace, error: BaseError): string | undefined {
  if (!waits || error.context.closeCode !== UNAUTHORIZED) return undefined;
  const { host } = new URL(urls[0] ?? '');
  return (
    `The relay ${host} refused this page: ${error.details ?? ''} Check its project id, and that the project allows ` +
    "this page's origin: `relays` of walletConnect(), or `latchkit-gateway project set ID --relay-network PROJECT_ID`."
  );
}
