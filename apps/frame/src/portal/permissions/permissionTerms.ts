import type { OwnPermission } from 'latchkit/protocol';
import type { PortalTextKey } from '../texts/createPortalTexts.js';

/** Seconds. */
const DAY = 86_400;

/** What a permission allows: a text and its slots. */
export function permissionTerms({
  target,
  amount,
  symbol,
  period,
  network,
}: OwnPermission): [PortalTextKey, Readonly<Record<string, string>>] {
  if (amount === null) return ['permissions.call', { target, network }];
  const hours = String(Math.round(period / 3_600));
  // An unlisted token has no symbol.
  const slots = { amount: `${amount} ${symbol ?? target}`, hours, network };
  return [period === DAY ? 'permissions.perDay' : 'permissions.limit', slots];
}
