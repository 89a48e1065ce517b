import { isOwnImage } from '../../../core/index.js';
import { Icon } from '../../primitives/Icon.js';
import { useImage } from '../../primitives/useImage.js';
import { useModal } from '../../runtime/ModalContext.js';
import type { HeldNft } from './heldNfts.js';

/** An NFT: its name, and its preview if the gateway serves one. */
export function NftTile({ nft }: { nft: HeldNft }) {
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
