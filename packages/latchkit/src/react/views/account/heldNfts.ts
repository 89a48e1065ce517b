import type { AccountTransaction } from '../../../core/index.js';

export interface HeldNft {
  readonly id: string;
  readonly name: string;
  readonly preview: string | undefined;
}

/** The NFTs that came to an account and did not leave it again, the newest first. Those flagged as spam are left out [VAL-25]. */
export function heldNfts(transactions: readonly AccountTransaction[]): readonly HeldNft[] {
  const seen = new Set<string>();
  return transactions.flatMap(({ metadata, transfers }) => {
    if (metadata.status === 'failed') return [];
    return transfers.flatMap(({ direction, nft_info: nft }) => {
      if (!nft || direction === 'self' || nft.flags?.is_spam) return [];
      const id = `${nft.contract_address ?? ''}/${nft.token_id ?? nft.name ?? ''}`;
      // The newest movement of each decides.
      if (seen.has(id)) return [];
      seen.add(id);
      const preview = nft.content?.preview?.url ?? undefined;
      return direction === 'in' ? [{ id, name: nft.name ?? '', preview }] : [];
    });
  });
}
