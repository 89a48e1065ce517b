import type { SessionNamespace, SessionNamespaces } from '../session/Namespaces.js';
import { chainOfAccount, fulfils, proposedChains } from '../session/namespaceReads.js';
import type { SessionProposal } from '../session/SignEvents.js';
import { walletConnectError } from '../walletConnectError.js';

/** What a wallet supports in one namespace. */
export interface WalletNamespace {
  /** CAIP-10 ids; pages show the first of a chain. Chains without an account are not approved. */
  readonly accounts: readonly string[];
  readonly methods: readonly string[];
  readonly events: readonly string[];
}

/**
 * Selects what to approve of a proposal: the requested items that the wallet supports (CAIP-25), in the wallet's order.
 *
 * @param supported - By namespace, for example `eip155`.
 * @throws WC_INVALID_NAMESPACES when the wallet lacks something required, or supports nothing that was requested.
 */
export function namespacesToApprove(
  {
    requiredNamespaces,
    optionalNamespaces,
  }: Pick<SessionProposal, 'requiredNamespaces' | 'optionalNamespaces'>,
  supported: Readonly<Record<string, WalletNamespace>>,
): SessionNamespaces {
  const asked = [...Object.entries(requiredNamespaces), ...Object.entries(optionalNamespaces)];
  const wanted = [...proposedChains(requiredNamespaces), ...proposedChains(optionalNamespaces)];
  const approved: Record<string, SessionNamespace> = {};
  for (const [kind, has] of Object.entries(supported)) {
    const accounts = has.accounts.filter(account => wanted.includes(chainOfAccount(account)));
    if (accounts.length === 0) continue;
    const ofKind = asked.filter(([key]) => key === kind || key.startsWith(`${kind}:`));
    const methods = has.methods.filter(one => ofKind.some(([, { methods }]) => methods.includes(one)));
    const events = has.events.filter(one => ofKind.some(([, { events }]) => events.includes(one)));
    approved[kind] = { accounts, chains: [...new Set(accounts.map(chainOfAccount))], methods, events };
  }
  if (Object.keys(approved).length === 0 || !fulfils(approved, requiredNamespaces)) {
    throw walletConnectError('WC_INVALID_NAMESPACES', {
      details: 'The wallet does not have what the page needs.',
    });
  }
  return approved;
}
