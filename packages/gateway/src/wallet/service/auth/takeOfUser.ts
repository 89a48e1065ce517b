import type { Session } from '../../shared/Session.js';
import { type Allowance, SETTLED_TOTAL } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { type Spender, spenderOf } from './spenderOf.js';

/** Counts a use of a user's limit, for whom {@link spenderOf} says. @throws HttpError 429. */
export async function takeOfUser(
  parts: Pick<WalletParts, 'store' | 'allowances'>,
  session: Pick<Session, 'userId' | 'installationId'>,
  kind: string,
  allowance: Allowance,
): Promise<Spender> {
  const spender = await spenderOf(parts.store, session);
  for (const [of, key, limit] of limitsOf(spender, kind, allowance))
    await parts.allowances.take(of, key, limit);
  return spender;
}

/** The limits that a use counts for, as kind, key and limit. */
export function limitsOf(
  { key, total }: Spender,
  kind: string,
  allowance: Allowance,
): readonly (readonly [kind: string, key: string, allowance: Allowance])[] {
  const own = [kind, key, allowance] as const;
  if (total === undefined) return [own];
  const { count, window } = allowance;
  return [own, [`${kind} of settled`, total, { count: count * SETTLED_TOTAL, window }]];
}
