import { proposedChains } from '../session/namespaceReads.js';
import type { Session } from '../session/Session.js';

/** Whether the session was requested for other chains than these. Chains that the wallet left out don't matter. */
export function isStale(
  { requiredNamespaces, optionalNamespaces }: Pick<Session, 'requiredNamespaces' | 'optionalNamespaces'>,
  { chains }: { readonly chains: readonly string[] },
): boolean {
  const asked = new Set([...proposedChains(requiredNamespaces), ...proposedChains(optionalNamespaces)]);
  const wanted = new Set(chains);
  return asked.size !== wanted.size || [...wanted].some(chain => !asked.has(chain));
}
