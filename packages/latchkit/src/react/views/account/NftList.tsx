import { useEffect } from 'react';
import { type AccountTransaction, loadActivity, type NamespaceState } from '../../../core/index.js';
import { isFeatureOffered, isOwnImage } from '../../../internal/index.js';
import { EmptyState } from '../../primitives/EmptyState.js';
import { Icon } from '../../primitives/Icon.js';
import { SkeletonRows } from '../../primitives/SkeletonRows.js';
import { useImage } from '../../primitives/useImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import { useKitState } from '../../runtime/useKitState.js';
import { useStyles } from '../../runtime/useStyles.js';
import { activityCss } from '../../theme/activity.css.gen.js';

/** The account's NFTs, as far as its history shows them. */
export function NftList({ chain }: { chain: NamespaceState }) {
  const { kit, text } = useModal();
  const activity = useKitState(state => state.activity);
  // The history is the only source.
  const hasSource = useKitState(state => isFeatureOffered(state, 'activity'));
  useStyles(activityCss);
  const account = chain.account.caipAddress;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network has other NFTs
  useEffect(() => {
    void loadActivity(kit);
  }, [kit, account]);
  const isCurrent = activity.account === account;
  const nfts = isCurrent ? heldNfts(activity.transactions) : [];
  if (isCurrent && activity.status === 'loading' && nfts.length === 0) {
    return <SkeletonRows label={text.t('activity.loading')} />;
  }
  if (!hasSource) {
    return (
      <EmptyState
        icon="picture"
        card
        title={text.t('activity.nftsUnlisted', { network: chain.network.name })}
        text={text.t('activity.nftsUnlistedText')}
      />
    );
  }
  if (nfts.length === 0) {
    return (
      <EmptyState
        icon="picture"
        card
        title={text.t('activity.nftsEmpty', { network: chain.network.name })}
        text={text.t('activity.nftsEmptyText')}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without it Safari does not announce an unstyled list as one
    <ul className="lk-nfts" role="list" aria-label={text.t('activity.nfts')}>
      {nfts.map(nft => (
        <NftTile key={nft.id} nft={nft} />
      ))}
    </ul>
  );
}

/** An NFT: its name, and its preview if the gateway serves one. */
function NftTile({ nft }: { nft: HeldNft }) {
  const { kit, text } = useModal();
  const url = isOwnImage(kit, nft.preview) ? nft.preview : undefined;
  const status = useImage(url);
  return (
    <li className="lk-nft">
      <span className="lk-nft-art" aria-hidden="true">
        {status === 'ready' ? <img src={url} alt="" draggable="false" /> : <Icon name="picture" size="lg" />}
      </span>
      <span className="lk-row-title" dir="auto">
        {nft.name || text.t('activity.unnamed')}
      </span>
    </li>
  );
}

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
