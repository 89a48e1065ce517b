import type { CaipNetwork } from '../../core/index.js';
import { safeLink } from './safeLink.js';

/** Where a transaction can be looked up, when the network has an explorer. */
export function transactionLink(
  network: CaipNetwork | undefined,
  hash: string | null | undefined,
): { readonly name: string | undefined; readonly href: string } | undefined {
  const explorer = network?.blockExplorers?.default;
  if (!explorer || !hash) return undefined;
  const href = safeLink(`${explorer.url.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`);
  return href ? { name: explorer.name || undefined, href } : undefined;
}
