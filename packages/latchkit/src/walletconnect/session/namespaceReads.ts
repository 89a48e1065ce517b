import type { ProposalNamespaces, SessionNamespace, SessionNamespaces } from './Namespaces.js';

const unique = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

/** Returns the chains that a proposal names, as unique CAIP-2 ids. */
export function proposedChains(namespaces: ProposalNamespaces): readonly string[] {
  const chains = Object.entries(namespaces).flatMap(([key, { chains }]) =>
    key.includes(':') ? [key] : (chains ?? []),
  );
  return unique(chains);
}

/** Returns the CAIP-2 id of a CAIP-10 account. */
export function chainOfAccount(account: string): string {
  return account.slice(0, account.lastIndexOf(':'));
}

/** Returns the chains that a session was approved for, as unique CAIP-2 ids. */
export function approvedChains(namespaces: SessionNamespaces): readonly string[] {
  const chains = Object.entries(namespaces).flatMap(([key, { accounts, chains }]) => [
    ...(key.includes(':') ? [key] : []),
    ...(chains ?? []),
    ...accounts.map(chainOfAccount),
  ]);
  return unique(chains);
}

/** Returns what was approved for a chain: the entry for that chain, else the one for its namespace. */
export function namespaceOfChain(
  namespaces: SessionNamespaces,
  chainId: string,
): SessionNamespace | undefined {
  const kind = chainId.slice(0, chainId.indexOf(':'));
  const own = Object.hasOwn(namespaces, chainId) ? namespaces[chainId] : undefined;
  return own ?? (Object.hasOwn(namespaces, kind) ? namespaces[kind] : undefined);
}

/** Returns the addresses approved on a chain, in the wallet's order. */
export function addressesOn(namespaces: SessionNamespaces, chainId: string): readonly string[] {
  const accounts = Object.values(namespaces).flatMap(({ accounts }) => accounts);
  const prefix = `${chainId}:`;
  return unique(accounts.filter(one => one.startsWith(prefix)).map(one => one.slice(prefix.length)));
}

/** Whether all required chains, methods and events were approved (CAIP-25). */
export function fulfils(namespaces: SessionNamespaces, required: ProposalNamespaces): boolean {
  const approved = approvedChains(namespaces);
  return Object.entries(required).every(([key, { chains, methods, events }]) => {
    const wanted = key.includes(':') ? [key] : (chains ?? []);
    const targets = wanted.length > 0 ? wanted : [key];
    return targets.every(target => {
      if (target.includes(':') && !approved.includes(target)) return false;
      const namespace = namespaceOfChain(namespaces, target) ?? namespaces[target];
      if (!namespace) return false;
      return (
        methods.every(method => namespace.methods.includes(method)) &&
        events.every(event => namespace.events.includes(event))
      );
    });
  });
}
