import type { AccountCall } from 'latchkit/protocol';
import type { SponsorshipPolicy } from '../projects/projectSmartAccounts.js';

/** Why a policy does not cover a user operation. */
export type SponsorshipRefusal = 'chain' | 'origin' | 'target';

/** Checks what a policy says about a user operation, apart from its allowances. */
export function sponsorshipRefusal(
  policy: SponsorshipPolicy,
  asked: { readonly chainId: string; readonly origin: string; readonly calls: readonly AccountCall[] },
): SponsorshipRefusal | undefined {
  if (!policy.chains.includes(asked.chainId)) return 'chain';
  if (policy.origins.length > 0 && !policy.origins.includes(asked.origin)) return 'origin';
  return asked.calls.every(call => isTarget(policy, call)) ? undefined : 'target';
}

function isTarget({ targets }: SponsorshipPolicy, { to, data }: AccountCall): boolean {
  if (targets.length === 0) return true;
  return targets.some(
    ({ contract, selectors }) =>
      isSame(contract, to) &&
      (selectors.length === 0 || selectors.some(selector => isSame(selector, data.slice(0, 10)))),
  );
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
