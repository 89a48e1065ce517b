import type { FramePageConfig } from 'latchkit/protocol';
import type { Risk } from '../decode/Review.js';

/**
 * Where a site's requests may be approved. `trusted`: an origin that the project's owner trusts by name. `auto`: every other
 * registered one. `never`: one that only fits a pattern, or is in a frame of another page.
 */
export type InlineRule = 'auto' | 'trusted' | 'never';

/**
 * The rule of a host page.
 *
 * @param isNested - The host page is itself in a frame of another page.
 */
export function inlineRule(
  { allowedOrigins, trustedOrigins }: Pick<FramePageConfig, 'allowedOrigins' | 'trustedOrigins'>,
  hostOrigin: string,
  isNested: boolean,
): InlineRule {
  if (isNested) return 'never';
  if (trustedOrigins.includes(hostOrigin)) return 'trusted';
  // A project in development lets in every page of this machine without naming it.
  const isNamed = allowedOrigins.includes(hostOrigin) || hostOrigin.startsWith('http://');
  return isNamed ? 'auto' : 'never';
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
