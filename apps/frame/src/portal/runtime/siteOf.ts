import { parseUrl } from 'latchkit/protocol';

/** The host of an origin, as users know a site. Anything else stays as it is. */
export function siteOf(origin: string): string {
  return parseUrl(origin)?.host ?? origin;
}
