import type { WalletItem } from '../../../core/index.js';
import { linkEnvironment } from '../../../internal/index.js';
import { ListItem } from '../../primitives/ListItem.js';
import { Tag } from '../../primitives/Tag.js';
import { WalletImage } from '../../primitives/WalletImage.js';
import { useModal } from '../../runtime/ModalContext.js';

/** The id of the sentence that explains why a row is blocked. */
export const AGREE_FIRST_ID = 'lk-agree-first';

export interface WalletRowProps {
  wallet: WalletItem;
  /** The visitor has not agreed to the terms yet. */
  blocked: boolean;
  onChoose: (wallet: WalletItem) => void;
  onIntent: (wallet: WalletItem) => void;
}

/** A wallet in the Connect list. Its accessible name begins with the wallet's name. */
export function WalletRow({ wallet, blocked, onChoose, onIntent }: WalletRowProps) {
  const { text } = useModal();
  const isScanned = wallet.group === 'walletConnect' && linkEnvironment().platform === 'desktop';
  const label = wallet.group === 'recent' ? 'connect.recent' : 'connect.installed';
  const tag = (wallet.group === 'recent' || wallet.installed) && (
    <Tag {...(wallet.group === 'recent' ? {} : { tone: 'accent' })}>{text.t(label)}</Tag>
  );
  const hint = isScanned && <span className="lk-row-hint">{text.t('connect.scan')}</span>;
  return (
    <ListItem
      leading={<WalletImage name={wallet.name} url={wallet.imageUrl} />}
      title={wallet.name}
      trailing={tag || hint}
      returnKey={`wallet:${wallet.id}`}
      disabled={blocked}
      {...(blocked ? { describedBy: AGREE_FIRST_ID } : {})}
      onIntent={() => onIntent(wallet)}
      onClick={() => onChoose(wallet)}
    />
  );
}
