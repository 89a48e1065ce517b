import type { OwnPermission } from 'latchkit/protocol';
import { networkOf } from '../../review/model/networkOf.js';
import type { PortalTextKey } from '../texts/createPortalTexts.js';

/** Seconds. */
const DAY = 86_400;

/** What a permission allows: a text and its slots. */
export function permissionTerms({
  target,
  amount,
  symbol,
  kind,
  period,
  ...one
}: OwnPermission): [PortalTextKey, Readonly<Record<string, string>>] {
  const { network } = one;
  if (amount === null) return ['permissions.call', { target, network }];
  // An unlisted token has no symbol.
  const token = kind === 'native' ? (networkOf({})(one.chainId).coin ?? 'ETH') : (symbol ?? target);
  const hours = String(Math.round(period / 3_600));
  const slots = { amount: `${amount} ${token}`, hours, network };
  return [period === DAY ? 'permissions.perDay' : 'permissions.limit', slots];
}
