import { type FramePageConfig, namesOrigin } from 'latchkit/protocol';
import type { RiskClass } from '../review/model/Review.js';

/**
 * Where a site's requests may be approved. `trusted`: an origin that the project's owner trusts by name. `auto`: every other
 * registered origin. `never`: one that only matches a pattern, or is in a frame of another page.
 */
export type InlineRule = 'auto' | 'trusted' | 'never';

/**
 * Returns the rule for a host page.
 *
 * @param isNested - Whether the host page is itself in a frame of another page.
 */
export function inlineRule(
  { allowedOrigins, trustedOrigins }: Pick<FramePageConfig, 'allowedOrigins' | 'trustedOrigins'>,
  hostOrigin: string,
  isNested: boolean,
): InlineRule {
  if (isNested) return 'never';
  if (trustedOrigins.includes(hostOrigin)) return 'trusted';
  return namesOrigin(allowedOrigins, hostOrigin) ? 'auto' : 'never';
}

/** Returns the surface for a request: the frame, which the host page may try to cover, or the wallet window. */
export function chooseSurface(risk: RiskClass, rule: InlineRule): 'frame' | 'window' {
  const most: Readonly<Record<InlineRule, readonly RiskClass[]>> = {
    never: [],
    auto: ['R1'],
    trusted: ['R1', 'R2'],
  };
  return most[rule].includes(risk) ? 'frame' : 'window';
}
