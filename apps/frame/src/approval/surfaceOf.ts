import { allowsOrigin, LOCAL_ORIGINS } from 'latchkit/protocol';
import type { Risk } from '../decode/Review.js';

/**
 * Where a site's requests may be approved. `trusted`: an origin that the project's owner registered, exactly. `auto`: every
 * other one that is let in. `never`: nothing in the frame.
 */
export type InlineRule = 'auto' | 'trusted' | 'never';

/**
 * The rule of a host page. In development, where pages of this machine are let in, they are the developer's own.
 *
 * @param allowedOrigins - Of the project, as `allowsOrigin` reads them. Exact ones are its owner's own.
 * @param isNested - The host page is itself in a frame of another page.
 */
export function inlineRule(
  allowedOrigins: readonly string[],
  hostOrigin: string,
  isNested: boolean,
): InlineRule {
  const local = LOCAL_ORIGINS.filter(pattern => allowedOrigins.includes(pattern));
  const isOwn = allowedOrigins.includes(hostOrigin) || allowsOrigin(local, hostOrigin);
  return isOwn && !isNested ? 'trusted' : 'auto';
}

/** Where a request is approved: in the frame, which the host's page may try to cover, or in a window of the wallet's own. */
export function surfaceOf(risk: Risk, rule: InlineRule): 'frame' | 'window' {
  const most: Readonly<Record<InlineRule, readonly Risk[]>> = {
    never: [],
    auto: ['R1'],
    trusted: ['R1', 'R2'],
  };
  return most[rule].includes(risk) ? 'frame' : 'window';
}
