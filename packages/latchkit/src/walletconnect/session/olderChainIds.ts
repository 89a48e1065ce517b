import type { ProposalNamespaces, SessionNamespaces } from './Namespaces.js';

/**
 * The ids that Solana's chains had before their CAIP-2 ids were derived from the genesis hash. Older wallets approve only
 * these.
 */
const OLDER: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'],
]);

const unique = (list: readonly string[]): string[] => [...new Set(list)];

/** Adds the older ids of the proposed chains. */
export function withOlderIds(namespaces: ProposalNamespaces): ProposalNamespaces {
  return Object.fromEntries(
    Object.entries(namespaces).map(([key, namespace]) => {
      const { chains } = namespace;
      return [
        key,
        chains ? { ...namespace, chains: chains.flatMap(id => [id, OLDER.get(id) ?? []].flat()) } : namespace,
      ];
    }),
  );
}

/** Replaces older ids in what a wallet approved. */
export function withCurrentIds(namespaces: SessionNamespaces): SessionNamespaces {
  return Object.fromEntries(
    Object.entries(namespaces).map(([key, namespace]) => {
      const accounts = unique(namespace.accounts.map(replaceOlder));
      const chains = namespace.chains && unique(namespace.chains.map(currentChainId));
      return [currentChainId(key), { ...namespace, accounts, ...(chains && { chains }) }];
    }),
  );
}

/** The current id of a chain that a wallet named. */
export function currentChainId(chainId: string): string {
  return [...OLDER].find(([, older]) => older === chainId)?.[0] ?? chainId;
}

/** The id by which a wallet knows a chain, by what it approved. */
export function approvedChainId(chainId: string, approvedIds: readonly string[]): string {
  const older = OLDER.get(chainId);
  return older !== undefined && approvedIds.includes(older) && !approvedIds.includes(chainId)
    ? older
    : chainId;
}

function replaceOlder(account: string): string {
  const at = account.lastIndexOf(':');
  return currentChainId(account.slice(0, at)) + account.slice(at);
}
