import type { CaipNetwork } from '../../core/index.js';
import { safeLink } from '../../internal/index.js';
import { parseUrl } from '../../protocol/parseUrl.js';
import { pathSegment } from '../../protocol/pathSegment.js';

/**
 * A page of a network's explorer. The query of the explorer's address, such as Solana's cluster, stays at the end.
 */
export function explorerLink(
  network: CaipNetwork | undefined,
  kind: 'tx' | 'address',
  id: string,
): { readonly name: string | undefined; readonly href: string } | undefined {
  const explorer = network?.blockExplorers?.default;
  const url = explorer && parseUrl(explorer.url);
  if (!url) return undefined;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${kind}/${pathSegment(id)}`;
  const href = safeLink(url.href);
  return href ? { name: explorer.name || undefined, href } : undefined;
}

/** The link to an address in the network's explorer, if it has one. */
export function addressLink(network: CaipNetwork, address: string) {
  return explorerLink(network, 'address', address);
}

/** The link to a transaction in the network's explorer, if it has one. */
export function transactionLink(network: CaipNetwork | undefined, hash: string | null | undefined) {
  return hash ? explorerLink(network, 'tx', hash) : undefined;
}
