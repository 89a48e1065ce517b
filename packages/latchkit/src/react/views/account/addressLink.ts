import type { CaipNetwork } from '../../../core/index.js';
import { safeLink } from '../safeLink.js';

/** Where an address can be looked up, when the network has an explorer. */
export function addressLink(
  { blockExplorers }: CaipNetwork,
  address: string,
): { name: string | undefined; href: string } | undefined {
  const explorer = blockExplorers?.default;
  if (!explorer) return undefined;
  const href = safeLink(`${explorer.url.replace(/\/+$/, '')}/address/${encodeURIComponent(address)}`);
  return href ? { name: explorer.name || undefined, href } : undefined;
}
