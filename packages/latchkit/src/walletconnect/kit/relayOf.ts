import { urlUnder } from '../../protocol/urlUnder.js';

/** The relay URL of a gateway. */
export function relayOf(gateway: string): string {
  return urlUnder(gateway, '/relay').href.replace(/^http/, 'ws');
}
