import type { AccountTransaction } from '../../../core/index.js';

export interface HeldNft {
  readonly id: string;
  readonly name: string;
  readonly preview: string | undefined;
}

/** The NFTs that an account received and still holds, newest first, without those flagged as spam. */
export function heldNfts(transactions: readonly AccountTransaction[]): readonly HeldNft[] {
  const seen = new Set<string>();
  return transactions.flatMap(({ metadata, transfers }) => {
    if (metadata.status === 'failed') return [];
    return transfers.flatMap(({ direction, nft_info: nft }) => {
      if (!nft || direction === 'self' || nft.flags?.is_spam) return [];
      const id = `${nft.contract_address ?? ''}/${nft.token_id ?? nft.name ?? ''}`;
      // The latest movement of each NFT decides.
      if (seen.has(id)) return [];
      seen.add(id);
      const preview = nft.content?.preview?.url ?? undefined;
      return direction === 'in' ? [{ id, name: nft.name ?? '', preview }] : [];
    });
  });
}
