import type { ProviderContext } from './ProviderContext.js';

/** Makes a chain the current one of its namespace and emits the change. Chains that are not approved are ignored. */
export function chooseChain({ chains, teller, ...context }: ProviderContext, chainId: string): void {
  const session = context.session();
  chains.choose(session, chainId);
  teller.tell(session);
}
